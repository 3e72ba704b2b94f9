import type { StoreReader } from '../../../store/store.ts';
import { type OutgoingPart, redactLines } from './redact-lines.ts';
import { countRedacted, redactRecord } from './redact-record.ts';

/** A stretch of an archived file that is to be sent. */
export interface Stretch {
  readonly path: string;
  readonly version: number;
  readonly from: number;
  readonly to: number;
  /** One JSON value: sent whole. */
  readonly isDocument: boolean;
  /** As it is, secrets included. */
  readonly raw: boolean;
}

/** Its bytes as they may leave the machine, a record or a few at a time. */
export async function* outgoing(read: StoreReader, stretch: Stretch): AsyncGenerator<OutgoingPart> {
  const { path, version, from, to, isDocument, raw } = stretch;
  const bytes = read.bytes(path, version, from, to);
  if (raw) {
    let through = from;
    for await (const part of bytes) yield { bytes: part, through: (through += part.length), secrets: 0 };
  } else if (isDocument) {
    const whole = Buffer.concat(await Array.fromAsync(bytes));
    const text = whole.toString();
    const redacted = redactRecord(text);
    const secrets = countRedacted(text, redacted);
    yield { bytes: redacted === text ? whole : Buffer.from(redacted), through: to, secrets };
  } else yield* redactLines(bytes, from, await textBefore(read, stretch));
}

/** A private key in a file of plain text is not longer. */
const longestKey = 16 * 1024;

/** Only plain text can hold a secret that spans lines; JSON is not looked back into. */
async function textBefore(read: StoreReader, { path, version, from, to }: Stretch): Promise<string> {
  if (from === 0) return '';
  for await (const part of read.bytes(path, version, from, Math.min(from + 1, to))) if (part[0] === 0x7b) return '';
  const start = Math.max(0, from - longestKey);
  return Buffer.concat(await Array.fromAsync(read.bytes(path, version, start, from))).toString();
}
