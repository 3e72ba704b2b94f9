import type { DatabaseSync } from 'node:sqlite';
import { readDatabase } from '../../platform/files/read-database.ts';
import { number } from '../../platform/parse-records.ts';
import { bytesOfLines } from '../bytes-of-lines.ts';
import type { Contained, Container, Peek } from '../source.ts';

/** How every SQLite database begins. */
export const magic = 'SQLite format 3\0';

/** A kind of database that holds sessions. Nothing in it is ever written, see decision 049. */
export interface DatabaseKind {
  /** Whether it is this agent's, by its tables: any program may have a database. */
  is(database: DatabaseSync): boolean;
  sessions(database: DatabaseSync, path: string): Iterable<ContainedSession>;
  /** See `Container.bytes`. */
  lines(database: DatabaseSync, session: string, path: string): Iterable<string>;
}

export interface ContainedSession {
  /** Nothing that could be a path. */
  readonly id: string;
  /** Either differs when there is something new. */
  readonly size: number;
  readonly mtimeMs: number;
}

/** Databases of these kinds, as containers. */
export function databaseContainer(
  kinds: readonly DatabaseKind[],
): Required<Pick<Container, 'matches' | 'list' | 'bytes'>> {
  const kindOf = (database: DatabaseSync) => kinds.find((kind) => kind.is(database));
  return {
    matches({ path, head }: Peek): boolean {
      if (!head.startsWith(magic)) return false;
      try {
        return asking(path, (database) => kindOf(database) !== undefined);
      } catch {
        return false;
      }
    },
    async *list(path): AsyncIterable<Contained> {
      const found = asking(path, (database) => [...(kindOf(database)?.sessions(database, path) ?? [])]);
      for (const { id, size, mtimeMs } of found) yield { path: `${path}#${id}`, size, mtimeMs };
    },
    async *bytes(path, from) {
      const mark = path.lastIndexOf('#');
      yield* bytesOfLines(linesIn(kindOf, path.slice(0, mark), path.slice(mark + 1)), from);
    },
  };
}

/** One snapshot, however long reading takes. */
function* linesIn(
  kindOf: (database: DatabaseSync) => DatabaseKind | undefined,
  path: string,
  session: string,
): Iterable<string> {
  using open = readDatabase(path);
  yield* kindOf(open.database)?.lines(open.database, session, path) ?? [];
}

export function asking<T>(path: string, ask: (database: DatabaseSync) => T): T {
  using open = readDatabase(path);
  return ask(open.database);
}

export function hasColumns(database: DatabaseSync, table: string, ...columns: readonly string[]): boolean {
  const there = new Set(
    database
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map((column) => column['name']),
  );
  return columns.every((column) => there.has(column));
}

/** SQLite stores any type in any column. */
export function timeIn(column: unknown): number {
  return number(Number(column)) ?? 0;
}
