import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { bytesOf, packingOf, TruncatedError } from './bytes-of.ts';

/** Both ends of a file as text: see `Peek` in sources/source.ts. */
export interface Ends {
  readonly path: string;
  readonly head: string;
  readonly tail: string;
}

const headBytes = 32 * 1024;
const tailBytes = 16 * 1024;
/** A first or last line may be longer (Codex begins with its whole system prompt); beyond this it is left out. */
const maxBytes = 1024 * 1024;

/** Reads the two ends of a file, without reading what lies between. */
export async function peekFile(path: string): Promise<Ends> {
  return packingOf(path) === 'plain' ? peekPlain(path) : peekStream(path, bytesOf(path));
}

/**
 * The same for bytes that can only be read from front to back. Both must give the same ends of the same bytes: a rebuild
 * identifies a file by its archived bytes, and finds its session again by that.
 */
export async function peekStream(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Ends> {
  const first: Uint8Array[] = [];
  const last: Uint8Array[] = [];
  let size = 0;
  let held = 0;
  try {
    for await (const passing of bytes) {
      // The producer may reuse the chunk's memory for the next one.
      const chunk = Uint8Array.from(passing);
      if (size < maxBytes) first.push(chunk);
      last.push(chunk);
      size += chunk.length;
      held += chunk.length;
      while (held - last[0]!.length >= maxBytes) held -= last.shift()!.length;
    }
  } catch (error) {
    if (!(error instanceof TruncatedError)) throw error;
  }
  const beginning = Buffer.concat(first).subarray(0, maxBytes);
  const end = Buffer.concat(last).subarray(-maxBytes);
  return ends(path, size, {
    head: (length) => beginning.subarray(0, length),
    tail: (length) => end.subarray(-length),
  });
}

function peekPlain(path: string): Ends {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const read = (from: number, length: number) => {
      const buffer = Buffer.allocUnsafe(Math.min(length, size - from));
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from));
    };
    return ends(path, size, {
      head: (length) => read(0, length),
      tail: (length) => read(Math.max(0, size - length), length),
    });
  } finally {
    closeSync(file);
  }
}

/** The same for bytes of which any range can be had: of a large file only its ends are read. */
export async function peekRanges(
  path: string,
  size: number,
  range: (from: number, to: number) => AsyncIterable<Uint8Array>,
): Promise<Ends> {
  const read = async (from: number, to: number) =>
    Buffer.concat(await Array.fromAsync(range(from, to), (chunk) => Uint8Array.from(chunk)));
  const head = await read(0, Math.min(headBytes, size));
  const beginning = head.length < size && !head.includes(10) ? await read(0, Math.min(maxBytes, size)) : head;
  const tail = await read(Math.max(0, size - tailBytes), size);
  const end = tail.length < size && wholeLines(tail) < 1 ? await read(Math.max(0, size - maxBytes), size) : tail;
  return ends(path, size, {
    head: (length) => beginning.subarray(0, length),
    tail: (length) => end.subarray(-length),
  });
}

interface Read {
  readonly head: (length: number) => Buffer;
  readonly tail: (length: number) => Buffer;
}

/** As little of both ends as holds a line. */
function ends(path: string, size: number, read: Read): Ends {
  let head = read.head(headBytes);
  if (head.length < size && !head.includes(10)) head = read.head(maxBytes);
  let tail = read.tail(tailBytes);
  if (tail.length < size && wholeLines(tail) < 1) tail = read.tail(maxBytes);
  return { path, head: headOf(head), tail: tailOf(tail, tail.length === size) };
}

/** The number of lines whose both ends are in the buffer. */
function wholeLines(buffer: Buffer): number {
  const first = buffer.indexOf(10);
  return first >= 0 && buffer.lastIndexOf(10) > first ? 1 : 0;
}

function headOf(buffer: Buffer): string {
  const end = buffer.lastIndexOf(10);
  return buffer.toString('utf8', 0, end < 0 ? buffer.length : end + 1);
}

function tailOf(buffer: Buffer, fromStart: boolean): string {
  const start = fromStart ? 0 : buffer.indexOf(10) + 1;
  const end = buffer.lastIndexOf(10);
  // A file without a newline is one line: a cut one is better than none.
  return end < start ? buffer.toString('utf8', start) : buffer.toString('utf8', start, end + 1);
}
