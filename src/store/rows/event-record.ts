import type { Event } from '../../model/event.ts';
import type { EventId, Key, SessionUid } from '../../model/ids.ts';
import { actCodes, kindCodes, originCodes, roleCodes } from './codes.ts';
import { isoTime } from './iso-time.ts';

/** A row of table `event`, as far as an answer shows it. */
export interface EventRecord {
  readonly tree: Key;
  readonly session: number;
  readonly seq: number;
  readonly id: Key;
  readonly at: number | null;
  readonly kind: number;
  readonly act: number | null;
  readonly role: number | null;
  readonly origin: number | null;
  readonly failed: number;
  readonly type: string | null;
  readonly tool: string | null;
  readonly native: string | null;
  readonly summary: string;
  readonly parent: number | null;
  readonly step: number | null;
  readonly turn: number | null;
  readonly input: number | null;
  readonly output: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  readonly cache_write_1h: number | null;
  /** A store may keep a number for the name. */
  readonly model: number | string | null;
  readonly usd: number | null;
  readonly duration_ms: number | null;
  readonly marks: string | null;
  readonly line: number;
}

/** Of `event e`, in the order in which `record` takes them. */
export const eventColumns = `e.tree, e.session, e.seq, e.id, e.at, e.kind, e.act, e.role, e.origin, e.failed, e.type, e.tool, e.native,
  e.summary, e.parent, e.step, e.turn, e.input, e.output, e.cache_read, e.cache_write, e.duration_ms, e.line, e.model, e.usd, e.marks, e.cache_write_1h`;

/** Values by position: by name they cost three times as much, and an answer may hold ten thousand events. */
export function record(values: readonly unknown[]): EventRecord {
  return {
    tree: values[0],
    session: values[1],
    seq: values[2],
    id: values[3],
    at: values[4],
    kind: values[5],
    act: values[6],
    role: values[7],
    origin: values[8],
    failed: values[9],
    type: values[10],
    tool: values[11],
    native: values[12],
    summary: values[13],
    parent: values[14],
    step: values[15],
    turn: values[16],
    input: values[17],
    output: values[18],
    cache_read: values[19],
    cache_write: values[20],
    duration_ms: values[21],
    line: values[22],
    model: values[23],
    usd: values[24],
    marks: values[25],
    cache_write_1h: values[26],
  } as EventRecord;
}

/** What an answer tells of the session of an event, and of the events it refers to. */
export interface EventThread {
  readonly uid: SessionUid;
  /** The event a reference stands for; see `parent` in the schema. */
  id(reference: number | null): EventId | null;
  /** The native id of a call: its result goes by the same. */
  callNative(step: number | null): string | null;
}

/** As every door shows it. */
export function toEvent(row: EventRecord, thread: EventThread, model: string | null): Event {
  const native = nativeOf(row);
  return {
    id: thread.id(row.seq)!,
    session: thread.uid,
    native_id: native === null && isResult(row) ? thread.callNative(row.step) : native,
    seq: row.seq,
    at: row.at === null ? null : isoTime(row.at),
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
      row.input === null
        ? null
        : {
            input: row.input,
            output: row.output!,
            cache_read: row.cache_read!,
            cache_write: row.cache_write!,
            ...(row.cache_write_1h ? { cache_write_1h: row.cache_write_1h } : {}),
          },
    model,
    usd: row.usd,
    duration_ms: row.duration_ms,
    marks: row.marks === null ? [] : row.marks.split('\n'),
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
