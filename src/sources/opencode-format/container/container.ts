import { closeSync, openSync, readSync } from 'node:fs';
import { bytesOfLines } from '../../bytes-of-lines.ts';
import { databaseContainer, magic } from '../../reader/database.ts';
import type { Contained, Peek } from '../../source.ts';
import { goTablesOf, isCrushs, isKilos, tablesOf } from './database.ts';
import { isLog, logBytes, sessionsInLog } from './log.ts';
import { isTreeHead, sessionInTree, treeBytes } from './tree.ts';

const databases = databaseContainer([
  tablesOf({ is: (database) => !isKilos(database) }),
  goTablesOf({ is: (database) => !isCrushs(database) }),
]);

/**
 * Containers of sessions without a file of their own: the database; before it a tree of small files, one head for each
 * session; and the program's log, which has a little more.
 */
export function isContainer(peek: Peek): boolean {
  return databases.matches(peek) || isTreeHead(peek.head) || isLog(peek);
}

export async function* list(path: string): AsyncIterable<Contained> {
  switch (kindOf(path)) {
    case 'database':
      return yield* databases.list(path);
    case 'log':
      return yield* sessionsInLog(path);
    case 'tree':
      return yield* sessionInTree(path);
  }
}

export async function* bytes(path: string, from: number): AsyncIterable<Uint8Array> {
  const mark = path.lastIndexOf('#');
  if (kindOf(path.slice(0, mark)) === 'database') return yield* databases.bytes(path, from);
  const [container, session] = [path.slice(0, mark), path.slice(mark + 1)];
  const lines = kindOf(container) === 'log' ? logBytes(container, session) : treeBytes(container, session);
  yield* bytesOfLines(lines, from);
}

/** By its beginning, as it was recognised. */
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
