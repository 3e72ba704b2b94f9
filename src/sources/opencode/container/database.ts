import type { DatabaseSync } from 'node:sqlite';
import { readDatabase } from '../../../platform/files/read-database.ts';
import { asking, hasColumns, magic, timeIn } from '../../reader/database.ts';
import type { Contained, Peek } from '../../source.ts';
import { goLines, goSessions, isGoDatabase } from './go-database.ts';
import { sessionId } from './heading.ts';
import { linesOf, tally } from './database-lines.ts';

/** Any program may have a database; this one has certain tables. They may all still be in its log, so it is queried. */
export function isDatabase({ path, head }: Peek): boolean {
  if (!head.startsWith(magic)) return false;
  try {
    return asking(path, (database) => isToday(database) || isGoDatabase(database));
  } catch {
    return false;
  }
}

export function sessionsInDatabase(path: string): readonly Contained[] {
  return asking(path, (database) => {
    if (isGoDatabase(database)) return goSessions(database, path);
    return database
      .prepare('select id, time_updated from session order by time_created, id')
      .all()
      .flatMap(({ id, time_updated }) => {
        const session = sessionId(id);
        return session === undefined
          ? []
          : [{ path: `${path}#${session}`, ...tally(database, session, timeIn(time_updated)) }];
      });
  });
}

/** The lines of one session, as one snapshot, however long reading takes. */
export function* databaseBytes(path: string, session: string): Iterable<string> {
  using open = readDatabase(path);
  const { database } = open;
  yield* isGoDatabase(database) ? goLines(database, session) : linesOf(database, session);
}

function isToday(database: DatabaseSync): boolean {
  return (
    hasColumns(database, 'session', 'id', 'project_id', 'directory') &&
    hasColumns(database, 'message', 'id', 'session_id', 'data') &&
    hasColumns(database, 'part', 'id', 'message_id', 'data')
  );
}
