import type { Event } from '../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../model/ids.ts';
import { actCodes, kindCodes, originCodes, roleCodes } from '../rows/codes.ts';
import type { Connection } from './connection.ts';
import { isoTime } from '../rows/iso-time.ts';
import { threadOf } from './shims.ts';

/** Row by row into what is asked for: after an ingest every event there is goes through here. */
export function bareEvents(
  connection: Connection,
  session: SessionUid,
  { after, limit }: { readonly after: number; readonly limit: number },
): readonly Event[] {
  const thread = threadOf(connection, session);
  if (thread === undefined) return [];
  const { tree } = thread;
  const rows = connection.rows(
    `select seq, id, at, kind, act, role, origin, failed, type, tool, summary, step, duration_ms, marks
       from event where tree = ? and session = ? and seq > ? order by seq limit ?`,
    tree,
    thread.session,
    after,
    limit,
  ) as readonly Row[];

  const ids = new Map<number, EventId>();
  const idAt = (reference: number): EventId | null => {
    const known = ids.get(reference);
    if (known !== undefined) return known;
    const event =
      reference < 0
        ? -reference
        : connection.get<{ id: Key }>(
            'select id from event where tree = ? and session = ? and seq = ?',
            tree,
            thread.session,
            reference,
          )?.id;
    if (event === undefined) return null;
    const id = eventId({ tree, event });
    ids.set(reference, id);
    return id;
  };
  return rows.map((row) => {
    const seq = row[0];
    const id = eventId({ tree, event: row[1] });
    ids.set(seq, id);
    const step = row[11];
    const at = row[2];
    return {
      id,
      session,
      native_id: null,
      seq,
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
      step: step === null ? null : step === seq ? id : idAt(step),
      turn: null,
      tokens: null,
      model: null,
      usd: null,
      duration_ms: row[12],
      marks: row[13] === null ? none : row[13].split('\n'),
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
