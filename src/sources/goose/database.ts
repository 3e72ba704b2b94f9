import type { DatabaseSync } from 'node:sqlite';
import { isObject, list, name, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { hasColumns } from '../reader/database.ts';
import type { DatabaseKind } from '../reader/database.ts';
import { onOneLine } from '../reader/json-line.ts';
import { sessionId } from './identity.ts';
import type { Heading } from './identity.ts';

/** `sessions.db` of version 1.10 and later. Only these tables are read: sessions, messages, usage_ledger. */
export const sessionDatabase: DatabaseKind = {
  is: (database) =>
    hasColumns(database, 'sessions', 'id', 'working_dir', 'created_at', 'extension_data') &&
    hasColumns(database, 'messages', 'id', 'session_id', 'role', 'content_json', 'created_timestamp'),

  *sessions(database) {
    for (const row of database
      .prepare(
        `select s.id, s.created_at, s.updated_at, count(m.id) as messages, max(m.id) as last
         from sessions s join messages m on m.session_id = s.id group by s.id order by s.created_at, s.id`,
      )
      .all()) {
      const id = idOf(row);
      if (id === undefined) continue;
      yield { id, size: Number(row['messages']) + Number(row['last']), mtimeMs: timeOf(row['updated_at']) ?? 0 };
    }
  },

  *lines(database, session) {
    const row = rowOf(database, session);
    if (!row) return;
    const above = ancestorsOf(database, row);
    yield JSON.stringify({
      goose: 'database',
      session,
      parent: above[0],
      root: above.at(-1),
      created: timeOf(row['created_at']),
    } satisfies Heading);
    const costs = hasLedger(database) ? ledgerOf(database, row['id']) : [];
    yield* messagesOf(database, row['id'], costs);
    for (const cost of costs) if (!cost.isTaken) yield JSON.stringify({ usage: cost.row });
    yield JSON.stringify({ children: childrenOf(database, row['id']) });
    // It changes all the time, so it comes last.
    yield JSON.stringify({ session: known(row) });
  },
};

const columns = [
  'id',
  'name',
  'description',
  'user_set_name',
  'session_type',
  'working_dir',
  'created_at',
  'updated_at',
  'accumulated_input_tokens',
  'accumulated_output_tokens',
  'accumulated_cache_read_tokens',
  'accumulated_cache_write_tokens',
  'accumulated_cost',
  'provider_name',
  'model_config_json',
  'goose_mode',
  'schedule_id',
  'parent_session_id',
] as const;

/**
 * goose counts the sessions of each day, so the same id comes again on every machine. When a session began is added:
 * `20261119_1-213857`. Ids of other forms are taken as they are.
 */
export function idOf({ id, created_at }: Record<string, unknown>): string | undefined {
  const own = sessionId(id);
  if (own === undefined || !/^\d{8}_\d{1,5}$/.test(own)) return own;
  const [, ...clock] = /(\d\d):(\d\d):(\d\d)/.exec(String(created_at)) ?? [];
  return clock.length > 0 ? `${own}-${clock.join('')}` : own;
}

function rowOf(database: DatabaseSync, session: string): Record<string, unknown> | undefined {
  return database
    .prepare('select * from sessions where id = ? or id = ?')
    .all(session, session.replace(/-\d{6}$/, ''))
    .find((row) => idOf(row) === session);
}

/** The nearest first. */
function ancestorsOf(database: DatabaseSync, row: Record<string, unknown>): readonly string[] {
  const above: string[] = [];
  const byId = database.prepare('select * from sessions where id = ?');
  let next = row['parent_session_id'];
  while (typeof next === 'string' && above.length < 32) {
    const parent = byId.get(next);
    const id = parent && idOf(parent);
    if (!parent || id === undefined || above.includes(id)) break;
    above.push(id);
    next = parent['parent_session_id'];
  }
  return above;
}

function* messagesOf(database: DatabaseSync, id: unknown, costs: readonly Cost[]): Iterable<string> {
  const hasIds = hasColumns(database, 'messages', 'message_id');
  const hasMetadata = hasColumns(database, 'messages', 'metadata_json');
  const seen = new Map<string, number>();
  for (const row of database
    .prepare('select * from messages where session_id = ? order by created_timestamp, id')
    .iterate(String(id))) {
    // The id is the response's, which may come in several messages.
    const own = (hasIds ? name(row['message_id']) : undefined) ?? `row:${String(row['id'])}`;
    const nth = (seen.get(own) ?? 0) + 1;
    seen.set(own, nth);
    const head = JSON.stringify({
      id: nth === 1 ? own : `${own}~${nth}`,
      role: row['role'],
      created: row['created_timestamp'],
      cost: takeCost(costs, hasMetadata ? row['metadata_json'] : undefined),
    });
    const metadata = hasMetadata ? onOneLine(row['metadata_json']) : 'null';
    yield `${head.slice(0, -1)},"metadata":${metadata},"content":${onOneLine(row['content_json'])}}`;
  }
}

/** What each request cost is in a table of its own, in the same order. */
interface Cost {
  readonly row: JsonObject;
  isTaken: boolean;
}

function hasLedger(database: DatabaseSync): boolean {
  return hasColumns(
    database,
    'usage_ledger',
    'session_id',
    'created_timestamp',
    'input_tokens',
    'output_tokens',
    'cost',
  );
}

function ledgerOf(database: DatabaseSync, id: unknown): readonly Cost[] {
  return database
    .prepare('select * from usage_ledger where session_id = ? order by id')
    .all(String(id))
    .map((row) => ({ row: { ...row }, isTaken: false }));
}

/** Messages have their tokens themselves: of the table only the price is needed, and what no message has. */
function takeCost(costs: readonly Cost[], metadata: unknown): number | undefined {
  const usage = object(parsed(metadata)['usage']);
  const found = costs.find(
    ({ row, isTaken }) =>
      !isTaken && row['input_tokens'] === usage['inputTokens'] && row['output_tokens'] === usage['outputTokens'],
  );
  if (!found || !('inputTokens' in usage)) return undefined;
  found.isTaken = true;
  return number(found.row['cost']);
}

/** Sessions that calls of this one started: the results of the calls name them. */
function childrenOf(database: DatabaseSync, id: unknown): readonly JsonObject[] {
  const children: JsonObject[] = [];
  const byId = database.prepare('select * from sessions where id = ?');
  for (const { content_json } of database
    .prepare(
      "select content_json from messages where session_id = ? and content_json like '%subagent_session_id%' order by id",
    )
    .iterate(String(id))) {
    for (const part of list(parsedList(content_json)).filter(isObject)) {
      const result = object(object(part['toolResult'])['value']);
      const own =
        name(object(result['_meta'])['subagent_session_id']) ?? name(object(result['meta'])['subagent_session_id']);
      const row = own === undefined ? undefined : byId.get(own);
      const child = row && idOf(row);
      if (child !== undefined && name(part['id']) !== undefined) children.push({ session: child, call: part['id'] });
    }
  }
  return children;
}

function known(row: Record<string, unknown>): JsonObject {
  return Object.fromEntries(
    columns.flatMap((column) => ((row[column] ?? undefined) === undefined ? [] : [[column, row[column]]])),
  );
}

/** `2026-11-19 21:38:57`, in UTC. */
function timeOf(column: unknown): number | undefined {
  const at = typeof column === 'string' ? Date.parse(`${column.trim().replace(' ', 'T')}Z`) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function parsed(json: unknown): JsonObject {
  return object(parsedList(json));
}

function parsedList(json: unknown): unknown {
  try {
    return typeof json === 'string' ? parseJson(json) : undefined;
  } catch {
    return undefined;
  }
}
