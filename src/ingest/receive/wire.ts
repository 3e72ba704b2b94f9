import { StemmaError } from '../../model/stemma-error.ts';
import { isMachineName } from '../../platform/machine-name.ts';
import { isObject, type JsonObject } from '../../platform/parse-records.ts';
import type { Base, Delivery, Push } from './delivery.ts';

// A push as bytes: a line of JSON about the whole, then for each file a line of JSON and its bytes as they are.

export const pushFormat = 1;
export const pushType = 'application/vnd.stemma.push';
/** Names the machine before the body is unpacked. */
export const machineHeader = 'stemma-machine';
/** What one request may hold, unpacked. A document without lines must fit. */
export const largestPush = 64 * 1024 * 1024;

const newline = 10;

export function encodePush({ machine, raw, deliveries }: Push): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [line({ stemma: 'push', format: pushFormat, machine, raw, files: deliveries.length })];
  for (const { bytes, ...head } of deliveries) parts.push(line({ ...head, length: bytes.length }), bytes);
  return Buffer.concat(parts);
}

function line(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** The bytes of the deliveries share the memory of `bytes`. Throws what can be answered to the sender. */
export function decodePush(bytes: Uint8Array): Push {
  const reader = new LineReader(bytes);
  const head = reader.line();
  if (head['stemma'] !== 'push') throw malformed('it does not begin with the line of a push');
  if (head['format'] !== pushFormat)
    throw new StemmaError(
      'bad-argument',
      `The push has format ${String(head['format'])}; this server takes ${pushFormat}.`,
      {
        hint: 'Use the same version of stemma on the machine and on the server.',
      },
    );
  const { machine, files } = head;
  if (typeof machine !== 'string' || !isMachineName(machine)) throw malformed('the machine has no name');
  if (!isCount(files)) throw malformed('it does not say how many files it has');
  const deliveries: Delivery[] = [];
  for (let left = files; left > 0; left--) deliveries.push(deliveryOf(reader));
  if (!reader.isAtEnd) throw malformed('bytes follow the last file');
  return { machine, raw: head['raw'] === true, deliveries };
}

function deliveryOf(reader: LineReader): Delivery {
  const { path, source, base, keep, length, mtimeMs, foundAt, repositories } = reader.line();
  if (typeof path !== 'string' || typeof source !== 'string') throw malformed('a file has no path or no source');
  if (!isCount(keep) || !isCount(length)) throw malformed('a file does not say how long it is');
  if (typeof mtimeMs !== 'number' || !Number.isFinite(mtimeMs)) throw malformed('a file has no time');
  if (foundAt !== undefined && typeof foundAt !== 'number') throw malformed('a file has no time');
  const known = base === null ? null : baseOf(base);
  if (known === undefined || keep > (known?.bytes ?? 0)) throw malformed('a file keeps what is not there');
  return {
    path,
    source,
    base: known,
    keep,
    bytes: reader.take(length),
    mtimeMs,
    ...(foundAt !== undefined && { foundAt }),
    repositories: repositoriesOf(repositories),
  };
}

function baseOf(value: unknown): Base | undefined {
  if (!isObject(value)) return undefined;
  const { version, bytes, etag } = value;
  return isCount(version) && isCount(bytes) && typeof etag === 'string' ? { version, bytes, etag } : undefined;
}

function repositoriesOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) throw malformed('a file does not say where it belongs');
  const entries = Object.entries(value);
  if (entries.some(([, repo]) => typeof repo !== 'string')) throw malformed('a repository has no name');
  return Object.fromEntries(entries as [string, string][]);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

class LineReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  line(): JsonObject {
    const end = this.#bytes.indexOf(newline, this.#at);
    if (end < 0) throw malformed('it ends too early');
    const text = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, end - this.#at).toString();
    this.#at = end + 1;
    try {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) return value;
    } catch {
      // Said below.
    }
    throw malformed('a line of it is no JSON object');
  }

  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw malformed('it ends too early');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

function malformed(why: string): StemmaError {
  return new StemmaError('bad-argument', `The push cannot be read: ${why}.`, {
    hint: 'Send it with `stemma push`; a proxy in between must not change it.',
  });
}
