import type { DatabaseSync } from 'node:sqlite';
import { hasColumns, timeIn } from '../../reader/database.ts';
import type { DatabaseKind } from '../../reader/database.ts';
import { goLines, goSessions, isGoDatabase } from './go-database.ts';
import { sessionId } from './heading.ts';
import { linesOf, tally } from './database-lines.ts';

/** The program whose database it is: see `Heading.by`. */
interface Program {
  readonly by?: string;
  /** Beyond the tables that all of them have. */
  readonly is: (database: DatabaseSync) => boolean;
  /** Where its sessions worked, if only the database's place shows it. */
  readonly folderOf?: (path: string) => string | undefined;
}

/** Sessions, messages and parts in tables, and a log of what happened. */
export function tablesOf({ by, is }: Program): DatabaseKind {
  return {
    is: (database) => isTables(database) && is(database),
    *sessions(database) {
      for (const { id, time_updated } of database
        .prepare('select id, time_updated from session order by time_created, id')
        .all()) {
        const session = sessionId(id);
        if (session !== undefined) yield { id: session, ...tally(database, session, timeIn(time_updated)) };
      }
    },
    lines: (database, session) => linesOf(database, session, by),
  };
}

/** The same for programs written in Go. */
export function goTablesOf({ by, is, folderOf }: Program): DatabaseKind {
  return {
    is: (database) => isGoDatabase(database) && is(database),
    sessions: goSessions,
    lines: (database, session, path) => goLines(database, session, { by, cwd: folderOf?.(path) }),
  };
}

/** Kilo Code has tables that OpenCode does not have. */
export function isKilos(database: DatabaseSync): boolean {
  return hasColumns(database, 'kilo_board', 'root_session_id');
}

/** Crush remembers whose model answered; the program it comes from does not. */
export function isCrushs(database: DatabaseSync): boolean {
  return hasColumns(database, 'messages', 'provider');
}

function isTables(database: DatabaseSync): boolean {
  return (
    hasColumns(database, 'session', 'id', 'project_id', 'directory') &&
    hasColumns(database, 'message', 'id', 'session_id', 'data') &&
    hasColumns(database, 'part', 'id', 'message_id', 'data')
  );
}
