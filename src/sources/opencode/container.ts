import type { Contained, Peek } from '../source.ts';
import { databaseBytes, isDatabase, isDatabaseFile, sessionsInDatabase } from './database.ts';
import { isTreeHead, sessionInTree, treeBytes } from './tree.ts';

/** Two things hold sessions that are in no file of their own: the database, and before it a tree of small files, one head for each session. */
export function isContainer(peek: Peek): boolean {
  return isDatabase(peek) || isTreeHead(peek.head);
}

export async function* list(path: string): AsyncIterable<Contained> {
  yield* isDatabaseFile(path) ? sessionsInDatabase(path) : sessionInTree(path);
}

export async function* bytes(path: string, from: number): AsyncIterable<Uint8Array> {
  const mark = path.lastIndexOf('#');
  const [container, session] = [path.slice(0, mark), path.slice(mark + 1)];
  yield* inChunks(isDatabaseFile(container) ? databaseBytes(container, session) : treeBytes(container, session), from);
}

const chunkSize = 256 * 1024;

/** Lines, many of which are short, in pieces worth handing on; without the first `from` bytes. */
async function* inChunks(lines: Iterable<string> | AsyncIterable<string>, from: number): AsyncIterable<Uint8Array> {
  let passed = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const line of lines) {
    const bytes = Buffer.from(`${line}\n`);
    const wanted = bytes.subarray(Math.max(0, Math.min(bytes.length, from - passed)));
    passed += bytes.length;
    if (wanted.length === 0) continue;
    waiting.push(wanted);
    size += wanted.length;
    if (size < chunkSize) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
