import type { DatabaseSync } from 'node:sqlite';
import { number } from '../../../platform/parse-records.ts';
import type { Contained } from '../../source.ts';
import { hasColumns, timeIn } from '../../reader/database.ts';
import { foreignId } from './heading.ts';
import type { Heading } from './heading.ts';
import { onOneLine } from '../../reader/json-line.ts';

/**
 * The program of the same name written in Go, whose successor is Crush: `.opencode/opencode.db` or `.crush/crush.db`
 * in a project, with tables
 * `sessions` and `messages`, and no log.
 */
export function isGoDatabase(database: DatabaseSync): boolean {
  return (
    hasColumns(database, 'sessions', 'id', 'parent_session_id', 'title', 'message_count', 'created_at') &&
    hasColumns(database, 'messages', 'id', 'session_id', 'role', 'parts', 'model', 'created_at')
  );
}

export function goSessions(database: DatabaseSync, path: string): Contained[] {
  const found = database
    .prepare(
      `select s.id, s.updated_at as updated, count(m.id) as size, max(m.updated_at) as latest
       from sessions s left join messages m on m.session_id = s.id group by s.id order by s.created_at, s.id`,
    )
    .all();
  return found.flatMap(({ id, updated, size, latest }) => {
    const session = foreignId(id);
    // Titles are made in sessions of their own.
    if (session === undefined || session.startsWith('title-') || Number(size) === 0) return [];
    return [{ path: `${path}#${session}`, size: Number(size), mtimeMs: Math.max(timeIn(updated), timeIn(latest)) }];
  });
}

export function* goLines(database: DatabaseSync, session: string): Iterable<string> {
  const row = database
    .prepare('select id, parent_session_id, title, created_at from sessions where id = ?')
    .get(session);
  if (!row) return;
  yield JSON.stringify({
    opencode: 'go',
    session,
    parent: foreignId(row['parent_session_id']),
    created: milliseconds(row['created_at']),
  } satisfies Heading);
  for (const { id, role, model, created_at, parts } of database
    .prepare('select id, role, model, created_at, parts from messages where session_id = ? order by created_at, rowid')
    .iterate(session)) {
    const facts = JSON.stringify({ go: 'message', id, role, model, at: milliseconds(created_at) });
    yield `${facts.slice(0, -1)},"parts":${onOneLine(parts)}}`;
  }
  yield JSON.stringify({ go: 'session', title: row['title'] });
}

/** Kept in seconds, whatever the comments of its schema say. */
function milliseconds(value: unknown): number | undefined {
  const at = number(value);
  return at === undefined ? undefined : at < 1e11 ? at * 1000 : at;
}
