import { closeSync, openSync, readSync } from 'node:fs';
import type { Contained, Peek } from '../source.ts';
import { databaseBytes, isDatabase, magic, sessionsInDatabase } from './database.ts';
import { isLog, logBytes, sessionsInLog } from './log.ts';
import { isTreeHead, sessionInTree, treeBytes } from './tree.ts';

/**
 * What holds sessions that are in no file of their own: the database; before it a tree of small files, one head for each session; and
 * the program's log, which knows a little more.
 */
export function isContainer(peek: Peek): boolean {
  return isDatabase(peek) || isTreeHead(peek.head) || isLog(peek);
}

export async function* list(path: string): AsyncIterable<Contained> {
  switch (kindOf(path)) {
    case 'database':
      return yield* sessionsInDatabase(path);
    case 'log':
      return yield* sessionsInLog(path);
    case 'tree':
      return yield* sessionInTree(path);
  }
}

export async function* bytes(path: string, from: number): AsyncIterable<Uint8Array> {
  const mark = path.lastIndexOf('#');
  const [container, session] = [path.slice(0, mark), path.slice(mark + 1)];
  const lines = { database: databaseBytes, log: logBytes, tree: treeBytes }[kindOf(container)](container, session);
  yield* inChunks(lines, from);
}

/** By how it begins, as it was recognised. */
function kindOf(path: string): 'database' | 'log' | 'tree' {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(magic.length);
    readSync(file, start, 0, start.length, 0);
    const text = start.toString('latin1');
    return text === magic ? 'database' : text.startsWith('timestamp=') ? 'log' : 'tree';
  } finally {
    closeSync(file);
  }
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
