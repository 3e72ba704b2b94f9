import type { DatabaseSync } from 'node:sqlite';
import { number } from '../../../platform/parse-records.ts';
import { hasColumns, timeIn } from '../../reader/database.ts';
import type { ContainedSession } from '../../reader/database.ts';
import { foreignId } from './heading.ts';
import type { Heading } from './heading.ts';
import { onOneLine } from '../../reader/json-line.ts';

/** A program written in Go: a database in a project, with tables `sessions` and `messages`, and no log. */
export function isGoDatabase(database: DatabaseSync): boolean {
  return (
    hasColumns(database, 'sessions', 'id', 'parent_session_id', 'title', 'message_count', 'created_at') &&
    hasColumns(database, 'messages', 'id', 'session_id', 'role', 'parts', 'model', 'created_at')
  );
}

export function* goSessions(database: DatabaseSync): Iterable<ContainedSession> {
  const found = database
    .prepare(
      `select s.id, s.updated_at as updated, count(m.id) as size, max(m.updated_at) as latest
       from sessions s left join messages m on m.session_id = s.id group by s.id order by s.created_at, s.id`,
    )
    .all();
  for (const { id, updated, size, latest } of found) {
    const session = foreignId(id);
    // Titles are made in sessions of their own.
    if (session === undefined || session.startsWith('title-') || Number(size) === 0) continue;
    yield { id: session, size: Number(size), mtimeMs: Math.max(timeIn(updated), timeIn(latest)) };
  }
}

export function* goLines(
  database: DatabaseSync,
  session: string,
  { by, cwd }: { readonly by?: string | undefined; readonly cwd?: string | undefined },
): Iterable<string> {
  const row = database
    .prepare('select id, parent_session_id, title, created_at, cost from sessions where id = ?')
    .get(session);
  if (!row) return;
  yield JSON.stringify({
    opencode: 'go',
    by,
    session,
    parent: foreignId(row['parent_session_id']),
    created: milliseconds(row['created_at']),
  } satisfies Heading);
  for (const { id, role, model, created_at, is_summary_message, parts } of database
    .prepare('select * from messages where session_id = ? order by created_at, rowid')
    .iterate(session)) {
    const summary = is_summary_message === 1 || undefined;
    const facts = JSON.stringify({ go: 'message', id, role, model, at: milliseconds(created_at), summary });
    yield `${facts.slice(0, -1)},"parts":${onOneLine(parts)}}`;
  }
  const cost = Number(row['cost']) > 0 ? row['cost'] : undefined;
  yield JSON.stringify({ go: 'session', title: row['title'], cwd, cost });
}

/** Kept in seconds, whatever the comments of its schema say. */
function milliseconds(value: unknown): number | undefined {
  const at = number(value);
  return at === undefined ? undefined : at < 1e11 ? at * 1000 : at;
}
