import type { Event } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import { actCodes, kindCodes, originCodes, roleCodes } from './codes.ts';
import type { EventRecord } from './event-table.ts';
import { isoTime } from './iso-time.ts';

/** What an answer needs of the session of an event, and of the events it refers to. */
export interface EventThread {
  readonly uid: SessionUid;
  /** The event a reference stands for; see `parent` in event-table.ts. */
  id(reference: number | null): EventId | null;
  /** The native id of a call: its result goes by the same. */
  callNative(step: number | null): string | null;
}

/** As every question answers it. */
export function toEvent(row: EventRecord, thread: EventThread, model: string | null): Event {
  const native = nativeOf(row);
  const { input, at, marks } = row;
  return {
    id: thread.id(row.seq)!,
    session: thread.uid,
    native_id: native === null && isResult(row) ? thread.callNative(row.step) : native,
    seq: row.seq,
    at: at === null ? null : isoTime(at),
    kind: kindCodes.decode(row.kind)!,
    act: actCodes.decode(row.act),
    type: row.type,
    role: roleCodes.decode(row.role),
    tool: row.tool,
    summary: row.summary,
    failed: row.failed === 1,
    origin: originCodes.decode(row.origin),
    parent: thread.id(row.parent),
    step: thread.id(row.step),
    turn: thread.id(row.turn),
    tokens:
      input === null
        ? null
        : {
            input,
            output: row.output!,
            cache_read: row.cache_read!,
            cache_write: row.cache_write!,
            ...(row.cache_write_1h ? { cache_write_1h: row.cache_write_1h } : {}),
          },
    model,
    usd: row.usd,
    duration_ms: row.duration_ms,
    marks: marks === null ? [] : marks.split('\n'),
  };
}

export function nativeOf({ native, line }: Pick<EventRecord, 'native' | 'line'>): string | null {
  return native === '' ? `line:${line}` : native;
}

const toolResult = kindCodes.encode('tool_result');
const error = kindCodes.encode('error');
export const callCodes: ReadonlySet<number | null> = new Set(
  (['tool_call', 'test_run', 'edit', 'retry'] as const).map(kindCodes.encode),
);

function isResult({ kind }: EventRecord): boolean {
  return kind === toolResult || kind === error;
}

/** What other events may need to know of one. */
export type NamedEvent = Pick<EventRecord, 'id' | 'kind' | 'native' | 'line'>;
