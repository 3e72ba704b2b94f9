import { open } from 'node:fs/promises';
import { bytesOf, packingOf, TruncatedError } from '../../../platform/files/bytes-of.ts';
import { DocumentSplitter } from '../../../platform/files/split-document.ts';
import { LineSplitter } from '../../../platform/files/split-lines.ts';
import { parseJson } from '../../../platform/parse-json.ts';

/** A JSON value of a file, and its position. */
export interface Value {
  readonly offset: number;
  readonly length: number;
  readonly value: unknown;
}

export type Place = Pick<Value, 'offset' | 'length'>;

/** A batch of spans is one value, and a pretty-printed file as a whole; beyond this it is left out. */
const longest = 64 * 1024 * 1024;

/**
 * The JSON values of a file: one per line, as collectors and Copilot write them, or pretty-printed one after another,
 * as Gemini CLI does. Anything else, or a torn value, is left out.
 */
export async function* valuesOf(path: string): AsyncGenerator<Value> {
  let splitter: LineSplitter | DocumentSplitter | undefined;
  try {
    for await (const chunk of bytesOf(path)) {
      splitter ??= isSpread(chunk) ? new DocumentSplitter(['*'], longest) : new LineSplitter(0, longest);
      yield* parsed(splitter.push(chunk));
    }
  } catch (error) {
    if (!(error instanceof TruncatedError)) throw error;
  }
  // A file that is one value may end without a newline.
  if (splitter instanceof LineSplitter) yield* parsed(splitter.push(Buffer.from('\n')));
}

/** The values at these places, which are in order. */
export async function* valuesAt(path: string, places: readonly Place[]): AsyncGenerator<Value> {
  if (packingOf(path) !== 'plain') {
    const wanted = new Set(places.map(({ offset }) => offset));
    for await (const value of valuesOf(path)) if (wanted.has(value.offset)) yield value;
    return;
  }
  await using file = await open(path);
  for (const { offset, length } of places) {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    yield* parsed([{ offset, length, bytes: bytes.subarray(0, bytesRead) }]);
  }
}

/** The first thing after the bracket is the end of the line. */
function isSpread(head: Buffer): boolean {
  return /^\s*[{[][ \t]*\r?\n/.test(head.subarray(0, 200).toString('latin1'));
}

function* parsed(pieces: Iterable<Place & { readonly bytes: Buffer | undefined }>): Generator<Value> {
  for (const { offset, length, bytes } of pieces) {
    if (!bytes || bytes.length === 0) continue;
    try {
      yield { offset, length, value: parseJson(bytes.toString()) as unknown };
    } catch {
      // Half a line that a crash left behind.
    }
  }
}
