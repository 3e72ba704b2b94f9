import type { DatabaseSync } from 'node:sqlite';
import { name, number, object, parseRecords } from '../../../platform/parse-records.ts';
import type { Contained } from '../../source.ts';
import { sessionId } from './heading.ts';
import type { Heading } from './heading.ts';
import { hasColumns, timeIn } from '../../reader/database.ts';
import { onOneLine } from '../../reader/json-line.ts';
import { sessionColumns } from './session-row.ts';

/**
 * A session's lines. The log has everything in order. What it lacks comes before it, from the tables: older versions
 * had no log, so it is all of a session, or its beginning if a newer version continued it.
 *
 * Only these tables are ever read: project, session, message, part, event. Others hold credentials.
 */
export function* linesOf(database: DatabaseSync, session: string, by?: string): Iterable<string> {
  const row = database.prepare('select * from session where id = ?').get(session);
  if (!row) return;
  const log = logOf(database, session);
  const heading: Heading = {
    opencode: log ? 'events' : 'rows',
    by,
    session,
    parent: sessionId(row['parent_id']),
    root: rootOf(database, sessionId(row['parent_id'])),
    created: number(row['time_created']),
    project: projectOf(database, row['project_id']),
  };
  yield JSON.stringify(heading);
  if (!log?.isWhole) yield* rowsOf(database, session, log ? messagesIn(database, session) : new Set());
  if (log) yield* eventsOf(database, session);
  // The session's row comes last: it changes all the time. The log has its changes as they happen.
  else yield JSON.stringify({ row: 'session', ...known(row) });
}

/** Whether there is something new, without reading it. Where there is a log, each change is one more event. */
export function tally(database: DatabaseSync, session: string, updated: number): Pick<Contained, 'size' | 'mtimeMs'> {
  const log = logOf(database, session);
  if (log) return { size: log.last + 2, mtimeMs: updated };
  const count = (table: string) =>
    database
      .prepare(`select count(*) as size, max(time_updated) as updated from ${table} where session_id = ?`)
      .get(session)!;
  const both = [count('message'), count('part')];
  return {
    size: 1 + both.reduce((sum, { size }) => sum + Number(size), 0),
    mtimeMs: Math.max(updated, ...both.map((row) => timeIn(row['updated']))),
  };
}

interface Log {
  readonly last: number;
  /** It begins where the session began. */
  readonly isWhole: boolean;
}

function logOf(database: DatabaseSync, session: string): Log | undefined {
  if (!hasColumns(database, 'event', 'id', 'aggregate_id', 'seq', 'type', 'data')) return undefined;
  const last = number(
    database.prepare('select max(seq) as last from event where aggregate_id = ?').get(session)?.['last'],
  );
  if (last === undefined) return undefined;
  const first = database.prepare('select type from event where aggregate_id = ? order by seq limit 1').get(session);
  return { last, isWhole: String(first?.['type']).startsWith('session.created') };
}

function* eventsOf(database: DatabaseSync, session: string): Iterable<string> {
  for (const { seq, type, id, data } of database
    .prepare('select seq, type, id, data from event where aggregate_id = ? order by seq')
    .iterate(session)) {
    yield `{"seq":${JSON.stringify(seq)},"type":${JSON.stringify(type)},"id":${JSON.stringify(id)},"data":${onOneLine(data)}}`;
  }
}

/** Messages with their parts, one per line. Ids begin with the time, but restart every two years. */
function* rowsOf(database: DatabaseSync, session: string, logged: ReadonlySet<string>): Iterable<string> {
  const partsOf = database.prepare('select id, data from part where message_id = ? order by time_created, id');
  for (const { id, data } of database
    .prepare('select id, data from message where session_id = ? order by time_created, id')
    .iterate(session)) {
    if (logged.has(String(id))) continue;
    const parts = partsOf
      .all(id!)
      .map((part) => `{"id":${JSON.stringify(part['id'])},"data":${onOneLine(part['data'])}}`);
    yield `{"row":"message","id":${JSON.stringify(id)},"data":${onOneLine(data)},"parts":[${parts.join(',')}]}`;
  }
}

function messagesIn(database: DatabaseSync, session: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { data } of database
    .prepare("select data from event where aggregate_id = ? and type like 'message.updated%'")
    .iterate(session)) {
    const event = parseRecords(String(data));
    const id = event.ok ? name(object(event.records[0]!['info'])['id']) : undefined;
    if (id !== undefined) found.add(id);
  }
  return found;
}

function known(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    sessionColumns.filter((column) => (row[column] ?? undefined) !== undefined).map((column) => [column, row[column]]),
  );
}

function projectOf(database: DatabaseSync, id: unknown): Heading['project'] {
  if (typeof id !== 'string' || !hasColumns(database, 'project', 'id', 'worktree')) return undefined;
  const project = database.prepare('select id, worktree from project where id = ?').get(id);
  return project && { ...project };
}

function rootOf(database: DatabaseSync, parent: string | undefined): string | undefined {
  const above = database.prepare('select parent_id from session where id = ?');
  let root = parent;
  for (let up = root, steps = 0; up !== undefined && steps < 32; steps++) {
    root = up;
    up = sessionId(above.get(up)?.['parent_id']);
  }
  return root;
}
