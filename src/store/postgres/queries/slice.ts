import type { Edge } from '../../../model/edge.ts';
import { eventId, eventRef, type EventId, type EventRef, type Key, type SessionUid } from '../../../model/ids.ts';
import { actCodes, kindCodes, originCodes } from '../../rows/codes.ts';
import { nativeOf } from '../../rows/event-table.ts';
import { isoTime } from '../../rows/iso-time.ts';
import { onePerPair } from '../../queries/edges/one-per-pair.ts';
import type { BriefEvent, Direction, SliceStep } from '../../store.ts';
import { causesOf, effectsOf } from '../../queries/edges/edges.ts';
import { all, type Query } from '../../queries/query.ts';
import { postgresDialect } from '../dialect.ts';

/** Breadth first, a ring at a time: two statements per ring, however many steps are in it. */
export function* slice(from: readonly EventRef[], direction: Direction, limit: number): Query<readonly SliceStep[]> {
  const edgesOf = direction === 'back' ? causesOf : effectsOf;
  const steps: SliceStep[] = [];
  const met = new Set<EventId>();
  let ring = from.map(eventId);
  while (ring.length > 0 && steps.length < limit) {
    const fresh = ring.filter((id) => !met.has(id));
    for (const id of fresh) met.add(id);
    const refs = [...new Set(fresh)].map((id) => eventRef(id)!);
    const events = yield* briefEvents(refs);
    const here = refs.filter((ref) => events.has(eventId(ref))).slice(0, limit - steps.length);
    const edges = Map.groupBy(yield* edgesOf(postgresDialect, here), (edge) =>
      direction === 'back' ? edge.effect : edge.cause,
    );
    ring = [];
    for (const ref of here) {
      const id = eventId(ref);
      const own: readonly Edge[] = onePerPair(edges.get(id) ?? []);
      steps.push({ step: events.get(id)!, edges: own });
      for (const { cause, effect } of own) ring.push(direction === 'back' ? cause : effect);
    }
  }
  return steps;
}

interface BriefRecord {
  readonly tree: Key;
  readonly id: Key;
  readonly uid: SessionUid;
  readonly seq: number;
  readonly at: number | null;
  readonly kind: number;
  readonly act: number | null;
  readonly origin: number | null;
  readonly failed: number;
  readonly type: string | null;
  readonly tool: string | null;
  readonly native: string | null;
  readonly summary: string;
  readonly duration_ms: number | null;
  readonly line: number;
}

function* briefEvents(refs: readonly EventRef[]): Query<ReadonlyMap<EventId, BriefEvent>> {
  if (refs.length === 0) return new Map();
  const rows = yield* all<BriefRecord>(
    `select e.tree, e.id, s.uid, e.seq, e.at, e.kind, e.act, e.origin, e.failed, e.type, e.tool, e.native, e.summary, e.duration_ms, e.line
       from unnest(?::bigint[], ?::bigint[]) w(tree, id) join event e on e.tree = w.tree and e.id = w.id join session s on s.tree = e.tree and s.session = e.session`,
    refs.map(({ tree }) => tree),
    refs.map(({ event }) => event),
  );
  return new Map(
    rows.map((row) => {
      const id = eventId({ tree: row.tree, event: row.id });
      return [
        id,
        {
          id,
          session: row.uid,
          native_id: nativeOf(row),
          seq: row.seq,
          at: row.at === null ? null : isoTime(row.at),
          kind: kindCodes.decode(row.kind)!,
          act: actCodes.decode(row.act),
          type: row.type,
          tool: row.tool,
          summary: row.summary,
          failed: row.failed === 1,
          origin: originCodes.decode(row.origin),
          duration_ms: row.duration_ms,
        },
      ];
    }),
  );
}
