import type { Event } from '../../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../../model/ids.ts';
import { actCodes, kindCodes, originCodes, roleCodes } from '../../rows/codes.ts';
import { isoTime } from '../../rows/iso-time.ts';
import type { Dialect } from '../dialect.ts';
import { rows, type Query } from '../query.ts';
import { threadOf } from '../sessions/sessions.ts';

/** Row by row into the result: after an ingest every event passes through here. */
export function* bareEvents(
  db: Dialect,
  session: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): Query<readonly Event[]> {
  const thread = yield* threadOf(session);
  if (thread === undefined) return [];
  const { tree } = thread;
  const found = yield* rows<Row>(
    `select e.seq, e.id, e.at, e.kind, e.act, e.role, e.origin, e.failed, e.type, e.tool, e.summary, e.step,
            e.duration_ms, e.marks
       from event e where e.tree = ? and e.session = ? and e.seq > ? order by e.seq limit ?`,
    tree,
    thread.session,
    after,
    limit,
  );
  const ids = new Map<number, EventId>(found.map((row) => [row[0], eventId({ tree, event: row[1] })]));
  const missing = found.flatMap(({ 11: step }) => (step !== null && step > 0 && !ids.has(step) ? [step] : []));
  if (missing.length > 0) {
    const steps = yield* rows<readonly [number, Key]>(
      `select seq, id from event where tree = ? and session = ? and ${db.isIn('seq', 'integer')}`,
      tree,
      thread.session,
      missing,
    );
    for (const [seq, id] of steps) ids.set(seq, eventId({ tree, event: id }));
  }
  const idOf = (reference: number): EventId | null =>
    reference < 0 ? eventId({ tree, event: -reference }) : (ids.get(reference) ?? null);
  return found.map((row) => {
    const at = row[2];
    const step = row[11];
    const marks = row[13];
    return {
      id: ids.get(row[0])!,
      session,
      native_id: null,
      seq: row[0],
      at: at === null ? null : isoTime(at),
      kind: kindCodes.decode(row[3])!,
      act: actCodes.decode(row[4]),
      type: row[8],
      role: roleCodes.decode(row[5]),
      tool: row[9],
      summary: row[10],
      failed: row[7] === 1,
      origin: originCodes.decode(row[6]),
      parent: null,
      step: step === null ? null : idOf(step),
      turn: null,
      tokens: null,
      model: null,
      usd: null,
      duration_ms: row[12],
      marks: marks === null ? none : marks.split('\n'),
      is_sidechain: false,
      payload_ref: null,
    };
  });
}

const none: readonly string[] = [];

type Row = readonly [
  seq: number,
  id: Key,
  at: number | null,
  kind: number,
  act: number | null,
  role: number | null,
  origin: number | null,
  failed: number,
  type: string | null,
  tool: string | null,
  summary: string,
  step: number | null,
  duration: number | null,
  marks: string | null,
];
