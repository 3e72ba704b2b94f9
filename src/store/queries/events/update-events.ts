import type { Key, SessionUid } from '../../../model/ids.ts';
import type { Kind } from '../../../model/words.ts';
import { kindCodes } from '../../rows/codes.ts';
import { replacedColumns, replacedValues, type PlacedEvent } from '../../rows/event-table.ts';
import { noCounters } from '../../rows/session-counters.ts';
import type { Used } from '../../rows/usage-sums.ts';
import { whole } from '../../rows/whole.ts';
import type { EventRow, FileMark, EventUpdate } from '../../store.ts';
import type { Dialect, EventPlace } from '../dialect.ts';
import { all, run, type Query } from '../query.ts';
import { addCounters, sessionNumber } from '../sessions/put-session.ts';
import { addUsage } from '../usage/put-usage.ts';

/** A stored event. */
interface Kept extends Used {
  readonly id: Key;
  readonly session: number;
  readonly seq: number;
  /** Null when it is not searchable. */
  readonly search: unknown;
  readonly kind: number;
  readonly failed: number;
  readonly summary: string;
  readonly duration_ms: number | null;
  readonly length: number;
}

/** A record that loses less than this has lost a flag such as `"partial":true`; one that loses more has lost content. */
const flagLength = 64;

function keyOf({ row, tree }: EventUpdate): string {
  return `${tree} ${row.session} ${row.key}`;
}

/** What is stored of events, by their keys. */
function* storedEvents(db: Dialect, events: readonly EventUpdate[]): Query<Map<string, Kept>> {
  const stored = new Map<string, Kept>();
  for (const [tree, ofTree] of Map.groupBy(events, (event) => event.tree)) {
    const sessions = new Map<number, SessionUid>();
    for (const uid of new Set(ofTree.map(({ row }) => row.session))) {
      const session = yield* sessionNumber(tree, uid);
      if (session !== undefined) sessions.set(session, uid);
    }
    const found = yield* all<Kept>(
      `select event.id, session, seq, ${db.searchText} as search, at, kind, failed, summary, input, output, cache_read,
              cache_write, cache_write_1h, ${db.modelOfEvent} as model, usd, duration_ms, length
         from ${db.list('bigint')} ${db.joinInOrder} event on event.id = w.value and ${db.unindexed('tree')} = ?`,
      [...new Set(ofTree.map(({ row }) => row.key))],
      tree,
    );
    for (const kept of found) {
      const uid = sessions.get(kept.session);
      if (uid !== undefined) stored.set(`${tree} ${uid} ${kept.id}`, kept);
    }
  }
  return stored;
}

/** Updates events that are stored and were read again; the session's counters follow. */
export function* updateEvents(
  db: Dialect,
  { file, mark }: { readonly file: number; readonly mark: FileMark },
  again: readonly EventUpdate[],
): Query<void> {
  const changes = new UsageChanges();
  const stored = yield* storedEvents(db, again);
  for (const update of again) {
    const { row, tree, how: asked } = update;
    // Each is read with all others, and once more where it was updated since.
    const kept = stored.get(keyOf(update)) ?? (yield* storedEvents(db, [update])).get(keyOf(update));
    stored.delete(keyOf(update));
    if (!kept) continue;
    const { session } = kept;
    const how = asked !== 'rewritten' ? asked : row.length < kept.length - flagLength ? 'beside' : 'fuller';
    const place = { tree, session, seq: kept.seq };
    const kind = how === 'fuller' || (row.failed && kept.failed === 0) ? kindCodes.encode(row.kind)! : kept.kind;
    const now = usedNow(row, kept, how);
    const isFuller = how === 'fuller';
    yield* run(
      `update event set at = ?, kind = ?, failed = ?, duration_ms = ?, input = ?, output = ?, cache_read = ?,
         cache_write = ?, cache_write_1h = ?, model = coalesce(?, model), usd = ?${isFuller ? replaced : ''}
        where tree = ? and session = ? and seq = ?`,
      now.at,
      kind,
      Number(row.failed || (how === 'beside' && kept.failed === 1)),
      isFuller ? (whole(row.durationMs) ?? kept.duration_ms) : (kept.duration_ms ?? whole(row.durationMs)),
      now.input,
      now.output,
      now.cache_read,
      now.cache_write,
      now.cache_write_1h,
      yield* db.modelValue(row.model),
      now.usd,
      ...(isFuller ? replacedValues(fuller(row, place, { file, mark })) : []),
      tree,
      session,
      kept.seq,
    );
    // The text itself is not stored; a record of another length has another text. One that had none before stays without.
    if (isFuller && kept.search !== null && (kept.summary !== row.summary || kept.length !== row.length))
      yield* db.replaceSearchText(place, kept.search, row.search);
    changes.add(place, kept, now);
    yield* recount(db, place, { kept, now, kind });
  }
  yield* changes.put();
}

/** Its current usage; filled-in values do not overwrite. */
function usedNow({ at, model, tokens, usd }: EventRow, kept: Kept, how: 'fuller' | 'beside'): Used {
  const isKept = tokens === null || (how === 'beside' && kept.input !== null);
  return {
    at: kept.at ?? whole(at),
    model: model ?? kept.model,
    usd: usd ?? kept.usd,
    input: isKept ? kept.input : (whole(tokens.input) ?? 0),
    output: isKept ? kept.output : (whole(tokens.output) ?? 0),
    cache_read: isKept ? kept.cache_read : (whole(tokens.cache_read) ?? 0),
    cache_write: isKept ? kept.cache_write : (whole(tokens.cache_write) ?? 0),
    cache_write_1h: isKept ? kept.cache_write_1h : (whole(tokens.cache_write_1h) ?? 0),
  };
}

const replaced = replacedColumns.map((name) => `, "${name}" = ?`).join('');

function fuller(
  row: EventRow,
  place: EventPlace,
  { file, mark }: { readonly file: number; readonly mark: FileMark },
): PlacedEvent {
  return { row, ...place, file, version: mark.version, model: null, reference: () => null, root: null };
}

interface Change {
  readonly kept: Kept;
  readonly now: Used;
  readonly kind: number;
}

/** What events used may have changed, and when. The sums of a session are changed once for all of its events. */
class UsageChanges {
  readonly #sessions = new Map<
    string,
    { readonly place: EventPlace; readonly before: Used[]; readonly after: Used[] }
  >();

  add(place: EventPlace, before: Used, after: Used): void {
    if ((Object.keys(after) as (keyof Used)[]).every((field) => after[field] === before[field])) return;
    const key = `${place.tree} ${place.session}`;
    const changes = this.#sessions.get(key) ?? { place, before: [], after: [] };
    this.#sessions.set(key, changes);
    changes.before.push(before);
    changes.after.push(after);
  }

  *put(): Query<void> {
    for (const { place, before, after } of this.#sessions.values()) {
      const { tree, session } = place;
      yield* addUsage({ tree, session, sign: -1 }, before);
      yield* addUsage({ tree, session, sign: 1 }, after);
    }
  }
}

function* recount(db: Dialect, { tree, session }: EventPlace, { kept, now, kind }: Change): Query<void> {
  const isNow = (wanted: Kind) =>
    Number(kind === kindCodes.encode(wanted)) - Number(kept.kind === kindCodes.encode(wanted));
  const difference = (field: 'input' | 'output' | 'cache_read' | 'cache_write') =>
    (now[field] ?? 0) - (kept[field] ?? 0);
  const more = {
    ...noCounters,
    errors: isNow('error'),
    retries: isNow('retry'),
    inputTokens: difference('input'),
    outputTokens: difference('output'),
    cacheTokens: difference('cache_read') + difference('cache_write'),
  };
  if (Object.values(more).some((change) => change !== 0)) yield* addCounters(db, { tree, session, sign: 1 }, more);
}
