import type { Key } from '../../../model/ids.ts';
import { countersOf } from '../../rows/session-counters.ts';
import { usedBy } from '../../rows/usage-sums.ts';
import type { Batch, EventRow } from '../../store.ts';
import type { Dialect } from '../dialect.ts';
import type { Places } from '../edges/put-edges.ts';
import { get, type Query } from '../query.ts';
import { addCounters, sessionNumber } from '../sessions/put-session.ts';
import { addUsage } from '../usage/put-usage.ts';
import { putResponses } from '../usage/responses.ts';
import { knownEvents } from './known-events.ts';
import { rootsOf } from './roots.ts';

interface Addition {
  readonly batch: Batch;
  readonly file: number;
  /** Numbers of the batch's sessions, by uid. */
  readonly sessions: Map<string, number>;
  /** The whole stretch is in already: nothing was added to the counters for it. */
  readonly isRepeated: boolean;
}

interface NumberedRow {
  readonly row: EventRow;
  readonly session: number;
  readonly seq: number;
}

/**
 * Adds new events in the given order; each gets the next seq of its session. Returns their places, and those of the
 * events they refer to. Nobody else writes to this tree; otherwise the unique key refuses the second writer, and the
 * batch is repeated.
 */
export function* addEvents(db: Dialect, addition: Addition): Query<Places> {
  const { batch, file } = addition;
  const { tree } = batch;
  const { version } = batch.file;
  const fresh = batch.events.length === 0 ? [] : yield* numberEvents(db, addition);
  if (fresh.length === 0) return new Map();
  const places = yield* placesOf(db, tree, fresh);
  const roots = yield* rootsOf(db, tree, fresh);
  const models = new Map<string | null, number | string | null>();
  for (const { row } of fresh) if (!models.has(row.model)) models.set(row.model, yield* db.modelValue(row.model));

  yield* db.insertEvents(
    tree,
    fresh.map(({ row, session, seq }) => ({
      row,
      tree,
      session,
      seq,
      file,
      version,
      model: models.get(row.model)!,
      reference(key) {
        if (key === null) return null;
        const at = places.get(key);
        return at !== undefined && at.session === session ? at.seq : -key;
      },
      root: roots.get(row.key) ?? null,
    })),
  );
  for (const [session, added] of Map.groupBy(fresh, (event) => event.session)) {
    yield* addUsage(
      { tree, session, sign: 1 },
      added.map(({ row }) => usedBy(row)),
    );
    yield* putResponses(
      { tree, session },
      added.map(({ row }) => row),
    );
    yield* db.wantLinks(tree, session);
  }
  return places;
}

/** The new events with their places. Known or duplicate ones are left out and not counted. */
function* numberEvents(
  db: Dialect,
  { batch: { tree, events }, sessions, isRepeated }: Addition,
): Query<readonly NumberedRow[]> {
  const known = yield* knownEvents(
    db,
    tree,
    events.map(({ key }) => key),
  );
  const seen = new Set<Key>();
  const next = new Map<number, number>();
  const fresh: NumberedRow[] = [];
  for (const row of events) {
    const session = sessions.get(row.session) ?? (yield* findSession(tree, row, sessions));
    if (known.has(row.key) || seen.has(row.key)) {
      if (!isRepeated) yield* addCounters(db, { tree, session, sign: -1 }, countersOf([row]));
      continue;
    }
    seen.add(row.key);
    const seq = next.get(session) ?? (yield* lastSeq(tree, session)) + 1;
    next.set(session, seq + 1);
    fresh.push({ row, session, seq });
  }
  return fresh;
}

function* findSession(tree: Key, row: EventRow, sessions: Map<string, number>): Query<number> {
  const session = yield* sessionNumber(tree, row.session);
  if (session === undefined) throw new Error(`An event came before its session ${row.session}.`);
  sessions.set(row.session, session);
  return session;
}

function* lastSeq(tree: Key, session: number): Query<number> {
  return (yield* get<{ seq: number }>(
    'select coalesce(max(seq), 0) as seq from event where tree = ? and session = ?',
    tree,
    session,
  ))!.seq;
}

/** Places of the new events and of everything they refer to. */
function* placesOf(db: Dialect, tree: Key, fresh: readonly NumberedRow[]): Query<Places> {
  const places = new Map<Key, { session: number; seq: number }>(
    fresh.map(({ row, session, seq }) => [row.key, { session, seq }]),
  );
  const missing = new Set<Key>();
  for (const { row } of fresh) {
    for (const key of [row.parent, row.step, row.turn]) if (key !== null && !places.has(key)) missing.add(key);
  }
  for (const [key, place] of yield* knownEvents(db, tree, [...missing])) places.set(key, place);
  return places;
}
