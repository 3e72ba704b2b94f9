import type { Event } from '../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../model/ids.ts';
import { actCodes, kindCodes, originCodes, roleCodes } from '../rows/codes.ts';
import { isoTime } from '../rows/iso-time.ts';
import { threadOf } from './shims.ts';
import type { Sql } from './sql.ts';

/** Row by row into what is asked for: after an ingest every event there is goes through here. */
export async function bareEvents(
  sql: Sql,
  session: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Event[]> {
  const thread = await threadOf(sql, session);
  if (thread === undefined) return [];
  const { tree } = thread;
  const rows = (await sql.rows(
    `select e.seq, e.id, e.at, e.kind, e.act, e.role, e.origin, e.failed, e.type, e.tool, e.summary, e.step, e.duration_ms, e.marks
       from event e where e.tree = ? and e.session = ? and e.seq > ? order by e.seq limit ?`,
    tree,
    thread.session,
    after,
    limit,
  )) as readonly Row[];

  const keys = new Map<number, Key>(rows.map((row) => [row[0], row[1]]));
  const missing = rows.flatMap(({ 11: step }) => (step !== null && step > 0 && !keys.has(step) ? [step] : []));
  if (missing.length > 0) {
    const found = await sql.all<{ seq: number; id: Key }>(
      'select seq, id from event where tree = ? and session = ? and seq = any (?::int[])',
      tree,
      thread.session,
      missing,
    );
    for (const { seq, id } of found) keys.set(seq, id);
  }
  const idAt = (reference: number): EventId | null => {
    const key = reference < 0 ? -reference : keys.get(reference);
    return key === undefined ? null : eventId({ tree, event: key });
  };
  return rows.map(([seq, key, at, kind, act, role, origin, failed, type, tool, summary, step, duration, marks]) => ({
    id: eventId({ tree, event: key }),
    session,
    native_id: null,
    seq,
    at: at === null ? null : isoTime(at),
    kind: kindCodes.decode(kind)!,
    act: actCodes.decode(act),
    type,
    role: roleCodes.decode(role),
    tool,
    summary,
    failed: failed === 1,
    origin: originCodes.decode(origin),
    parent: null,
    step: step === null ? null : idAt(step),
    turn: null,
    tokens: null,
    model: null,
    usd: null,
    duration_ms: duration,
    marks: marks === null ? none : marks.split('\n'),
  }));
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
