import { type LineBytes, LineSplitter } from '../../../platform/files/split-lines.ts';
import { redact } from '../../../platform/redact.ts';
import { countRedacted, redactRecord } from './redact-record.ts';

/** Some lines as they may leave the machine. */
export interface OutgoingPart {
  readonly bytes: Uint8Array;
  /** Up to here the file's own bytes are in this part and those before it. */
  readonly through: number;
  readonly secrets: number;
}

/** Text that is no JSON is redacted together, because a secret may span lines; but not in larger stretches than this. */
const longestStretch = 64 * 1024;

/**
 * Lines of a file without secrets; each stays one line. `bytes` begin at the offset `from`, which is the beginning of a
 * line; `before` is the text in front of it, where a secret may have begun.
 */
export async function* redactLines(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
  before = '',
): AsyncGenerator<OutgoingPart> {
  const splitter = new LineSplitter(from);
  const redactor = new LineRedactor(before);
  for await (const part of bytes) {
    for (const line of splitter.push(Buffer.from(part.buffer, part.byteOffset, part.length)))
      yield* redactor.add(line, true);
  }
  const rest = splitter.rest();
  if (rest) yield* redactor.add(rest, false);
  yield* redactor.end();
}

class LineRedactor {
  #stretch: Buffer[] = [];
  #stretchSize = 0;
  #through = 0;
  /** The text so far ends inside a private key. */
  #isInKey: boolean;

  constructor(before: string) {
    this.#isInKey = endsInKey(before);
  }

  *add({ bytes, offset, length }: LineBytes, hasEnd: boolean): Generator<OutgoingPart> {
    const end = hasEnd ? '\n' : '';
    const through = offset + length;
    // Nothing reads it, so nothing is missing.
    const whole = bytes ?? Buffer.from(`[a line of ${length} bytes was left out]`);
    if (whole[0] === openObject || whole[0] === openList) {
      yield* this.end();
      this.#isInKey = false;
      const text = whole.toString();
      const redacted = redactRecord(text);
      yield part(redacted === text ? whole : Buffer.from(redacted), end, through, countRedacted(text, redacted));
      return;
    }
    this.#stretch.push(Buffer.from(whole), Buffer.from(end));
    this.#stretchSize += whole.length + 1;
    this.#through = through;
    if (this.#stretchSize > longestStretch) yield* this.end();
  }

  /** The stretch of text that was held back. */
  *end(): Generator<OutgoingPart> {
    if (this.#stretch.length === 0) return;
    const bytes = Buffer.concat(this.#stretch);
    this.#stretch = [];
    this.#stretchSize = 0;
    const text = bytes.toString();
    const rest = this.#isInKey ? withoutKey(text) : text;
    this.#isInKey = endsInKey(this.#isInKey ? `${keyBegins}\n${text}` : text);
    const redacted = sameLines(text, redact(rest));
    yield part(redacted === text ? bytes : Buffer.from(redacted), '', this.#through, countRedacted(text, redacted));
  }
}

const openObject = 0x7b;
const openList = 0x5b;

function part(bytes: Uint8Array, end: string, through: number, secrets: number): OutgoingPart {
  // The splitter's bytes are valid until its next chunk only.
  return { bytes: Buffer.concat([bytes, Buffer.from(end)]), through, secrets };
}

const keyBegins = '-----BEGIN PRIVATE KEY-----';

function endsInKey(text: string): boolean {
  const begun = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?![^]*-----(?:BEGIN|END))([^]*)$/.exec(text);
  return begun !== null && begun[1]!.split('\n').every((line) => line.trim() === '' || isOfKey(line));
}

/** The first lines, as far as they belong to a key that began before them. */
function withoutKey(text: string): string {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length && (lines[at]!.trim() === '' || isOfKey(lines[at]!)); at++)
    if (lines[at]!.trim() !== '') lines[at] = '[redacted:private-key]';
  return lines.join('\n');
}

function isOfKey(line: string): boolean {
  return /^[\s>"'+,]{0,40}[A-Za-z0-9+/]{4,}={0,2}[\s"'+,\\nr]{0,20}$/.test(line);
}

/** Lines that a secret took with it are left empty, so that those after it keep their numbers. */
function sameLines(before: string, after: string): string {
  return after + '\n'.repeat(Math.max(0, countLines(before) - countLines(after)));
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
