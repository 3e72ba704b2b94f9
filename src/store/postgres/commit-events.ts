import type { Key } from '../../model/ids.ts';
import { actCodes, kindCodes, originCodes, roleCodes } from '../rows/codes.ts';
import type { Batch, EventRow } from '../store.ts';
import { tallyOf } from '../rows/tally.ts';
import { usedBy } from '../rows/usage-sums.ts';
import { whole } from '../rows/whole.ts';
import { addTally, sessionNumber } from './shims.ts';
import type { CopyValue } from './copy-in.ts';
import { knownEvents } from './shims.ts';
import { addUsage } from './put-usage.ts';
import { searchVector } from './search-vector.ts';
import type { Sql } from './sql.ts';
import type { Transaction } from './transaction.ts';

interface Adding {
  readonly batch: Batch;
  readonly file: number;
  /** Numbers of the batch's sessions, by uid. */
  readonly sessions: Map<string, number>;
  /** The whole stretch is in already: nothing was added to the counters for it. */
  readonly repeated: boolean;
}

/** Of events of one tree, by key. */
export type Places = ReadonlyMap<Key, { readonly session: number; readonly seq: number }>;

interface Numbered {
  readonly row: EventRow;
  readonly session: number;
  readonly seq: number;
}

const columns = [
  'tree',
  'session',
  'seq',
  'id',
  'kept',
  'at',
  'kind',
  'act',
  'role',
  'origin',
  'failed',
  'type',
  'tool',
  'native',
  'summary',
  'parent',
  'step',
  'turn',
  'input',
  'output',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'duration_ms',
  'file',
  'version',
  '"offset"',
  'length',
  'line',
  'marks',
  'model',
  'usd',
  'words',
];

/**
 * Adds the events that are not here yet, in the order given; each gets the next seq of its session. Gives their
 * places, and those of what they name. They are copied right into their table: nobody else is at this tree, and
 * `knownEvents` has told which are here; should somebody be at it all the same, the unique key of the tree refuses
 * the second, and the batch is done again.
 */
export async function addEvents(sql: Transaction, adding: Adding): Promise<Places> {
  const {
    batch: {
      tree,
      events,
      file: { version },
    },
    file,
  } = adding;
  const fresh = events.length === 0 ? [] : await number(sql, adding);
  if (fresh.length === 0) return new Map();
  const positions = await locate(sql, tree, fresh);
  const rows = fresh.map(({ row, session, seq }): readonly CopyValue[] => {
    const placed = (key: Key | null): number | null => {
      if (key === null) return null;
      const at = positions.get(key);
      return at !== undefined && at.session === session ? at.seq : -key;
    };
    const { tokens } = row;
    const count = (value: number | undefined): number | null => (tokens === null ? null : (whole(value) ?? 0));
    return [
      tree,
      session,
      seq,
      row.key,
      sql.nextKept(),
      whole(row.at),
      kindCodes.encode(row.kind),
      actCodes.encode(row.act),
      roleCodes.encode(row.role),
      originCodes.encode(row.origin),
      row.failed ? 1 : 0,
      row.type,
      row.tool,
      row.native === `line:${row.line}` ? '' : row.native,
      row.summary,
      placed(row.parent),
      placed(row.step),
      placed(row.turn),
      count(tokens?.input),
      count(tokens?.output),
      count(tokens?.cache_read),
      count(tokens?.cache_write),
      tokens?.cache_write_1h === undefined ? null : whole(tokens.cache_write_1h),
      whole(row.durationMs),
      file,
      version,
      row.offset,
      row.length,
      row.line,
      row.marks.length === 0 ? null : row.marks.join('\n'),
      row.model,
      row.usd,
      searchVector(row.search),
    ];
  });
  await sql.copy('event', columns, rows);
  for (const [session, added] of Map.groupBy(fresh, (event) => event.session)) {
    await addUsage(
      sql,
      { tree, session, sign: 1 },
      added.map(({ row }) => usedBy(row)),
    );
    await touch(sql, tree, session);
  }
  return positions;
}

/** The new events with their places. One that is here already, or twice in the batch, is left out and not counted. */
async function number(sql: Sql, { batch: { tree, events }, sessions, repeated }: Adding): Promise<readonly Numbered[]> {
  const known = await knownEvents(
    sql,
    tree,
    events.map(({ key }) => key),
  );
  const seen = new Set<Key>();
  const next = new Map<number, number>();
  const fresh: Numbered[] = [];
  for (const row of events) {
    const session = sessions.get(row.session) ?? (await findSession(sql, tree, row, sessions));
    if (known.has(row.key) || seen.has(row.key)) {
      if (!repeated) await addTally(sql, { tree, session, sign: -1 }, tallyOf(row));
      continue;
    }
    seen.add(row.key);
    const seq = next.get(session) ?? (await lastSeq(sql, tree, session)) + 1;
    next.set(session, seq + 1);
    fresh.push({ row, session, seq });
  }
  return fresh;
}

async function findSession(sql: Sql, tree: Key, row: EventRow, sessions: Map<string, number>): Promise<number> {
  const session = await sessionNumber(sql, tree, row.session);
  if (session === undefined) throw new Error(`An event came before its session ${row.session}.`);
  sessions.set(row.session, session);
  return session;
}

async function lastSeq(sql: Sql, tree: Key, session: number): Promise<number> {
  return (await sql.get<{ seq: number }>(
    'select coalesce(max(seq), 0) as seq from event where tree = ? and session = ?',
    tree,
    session,
  ))!.seq;
}

/** Places of the new events and of all they refer to. */
async function locate(sql: Sql, tree: Key, fresh: readonly Numbered[]): Promise<Places> {
  const positions = new Map<Key, { session: number; seq: number }>(
    fresh.map(({ row, session, seq }) => [row.key, { session, seq }]),
  );
  const missing = new Set<Key>();
  for (const {
    row: { parent, step, turn },
  } of fresh) {
    if (parent !== null && !positions.has(parent)) missing.add(parent);
    if (step !== null && !positions.has(step)) missing.add(step);
    if (turn !== null && !positions.has(turn)) missing.add(turn);
  }
  for (const [key, place] of await knownEvents(sql, tree, [...missing])) positions.set(key, place);
  return positions;
}

/** Links may lead from or to the new events: the session's own, and those of sessions that name it as parent. */
async function touch(sql: Sql, tree: Key, session: number): Promise<void> {
  await sql.run(
    `update session set touched = touched + 1 where (tree = ?1 and session = ?2) or (touched = linked and uid in
       (select link.child from session parent join link on link.parent = parent.uid where parent.tree = ?1 and parent.session = ?2))`,
    tree,
    session,
  );
}
