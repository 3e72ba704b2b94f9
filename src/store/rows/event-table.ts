import type { Event } from '../../model/event.ts';
import type { EventId, Key, SessionUid } from '../../model/ids.ts';
import type { EventRow } from '../contract/batch-rows.ts';
import type { ColumnType } from '../queries/query.ts';
import { actCodes, kindCodes, originCodes, roleCodes } from './codes.ts';
import { isoTime } from './iso-time.ts';
import { whole } from './whole.ts';

/** An event about to be stored, and its place. */
export interface PlacedEvent {
  readonly row: EventRow;
  readonly tree: Key;
  readonly session: number;
  readonly seq: number;
  readonly file: number;
  readonly version: number;
  /** SQLite stores a number for the name. */
  readonly model: number | string | null;
  /** The stored reference to an event that this one belongs to; see `parent`. */
  reference(key: Key | null): number | null;
  /** The stored reference to the first of its parents; null when it has none, or when not all of them are known. */
  readonly root: number | null;
}

interface Column<Value> {
  readonly type: ColumnType;
  readonly value: (event: PlacedEvent) => Value;
  /** The migration that adds it to both databases, such as `0010-exit-code`; absent when their own made it. */
  readonly since?: string;
  /** Not part of answers. */
  readonly isHidden?: boolean;
  /** Replaced when the same record is read again with more in it. */
  readonly isReplaced?: boolean;
}

/**
 * The columns of table `event` that both databases have. Inserts, selects, copies between archives, the types of rows
 * and the migrations that add columns are derived from it; `toEvent` converts rows to answers.
 */
export const eventTable = {
  tree: { type: 'bigint', value: ({ tree }) => tree },
  session: { type: 'integer', value: ({ session }) => session },
  seq: { type: 'integer', value: ({ seq }) => seq },
  /** The event's key, unique in its tree. */
  id: { type: 'bigint', value: ({ row }) => row.key },
  at: { type: 'bigint', value: ({ row }) => whole(row.at) },
  kind: { type: 'smallint', value: ({ row }) => kindCodes.encode(row.kind)! },
  act: { type: 'smallint', value: ({ row }) => actCodes.encode(row.act), isReplaced: true },
  role: { type: 'smallint', value: ({ row }) => roleCodes.encode(row.role), isReplaced: true },
  origin: { type: 'smallint', value: ({ row }) => originCodes.encode(row.origin) },
  failed: { type: 'smallint', value: ({ row }) => (row.failed ? 1 : 0) },
  type: { type: 'text', value: ({ row }) => row.type, isReplaced: true },
  tool: { type: 'text', value: ({ row }) => row.tool, isReplaced: true },
  /** '' stands for 'line:' and the line. */
  native: {
    type: 'text',
    value: ({ row }) => (row.native === `line:${row.line}` ? '' : row.native),
    isReplaced: true,
  },
  summary: { type: 'text', value: ({ row }) => row.summary, isReplaced: true },
  /**
   * The event it belongs to: the seq of an event of this session; if negative, minus the id of one that was not in this
   * session when the event was written.
   */
  parent: { type: 'bigint', value: ({ row, reference }) => reference(row.parent) },
  step: { type: 'bigint', value: ({ row, reference }) => reference(row.step) },
  turn: { type: 'bigint', value: ({ row, reference }) => reference(row.turn) },
  input: { type: 'bigint', value: ({ row }) => tokens(row, 'input') },
  output: { type: 'bigint', value: ({ row }) => tokens(row, 'output') },
  cache_read: { type: 'bigint', value: ({ row }) => tokens(row, 'cache_read') },
  cache_write: { type: 'bigint', value: ({ row }) => tokens(row, 'cache_write') },
  cache_write_1h: { type: 'bigint', value: ({ row }) => whole(row.tokens?.cache_write_1h) },
  duration_ms: { type: 'bigint', value: ({ row }) => whole(row.durationMs) },
  file: { type: 'integer', value: ({ file }) => file, isHidden: true, isReplaced: true },
  version: { type: 'integer', value: ({ version }) => version, isHidden: true, isReplaced: true },
  offset: { type: 'bigint', value: ({ row }) => row.offset, isHidden: true, isReplaced: true },
  length: { type: 'integer', value: ({ row }) => row.length, isHidden: true, isReplaced: true },
  line: { type: 'integer', value: ({ row }) => row.line, isReplaced: true },
  /** A line each. */
  marks: {
    type: 'text',
    value: ({ row }) => (row.marks.length === 0 ? null : row.marks.join('\n')),
    isReplaced: true,
  },
  model: { type: 'text', value: ({ model }) => model },
  usd: { type: 'double precision', value: ({ row }) => row.usd },
  /** JSON, redacted; of events that programs log. */
  payload: {
    type: 'text',
    value: ({ row }) => row.payload ?? null,
    since: '0012-payloads',
    isHidden: true,
    isReplaced: true,
  },
  /** The first of its parents, as `parent` refers to one. */
  root: { type: 'bigint', value: ({ root }) => root, since: '0013-roots', isHidden: true },
} as const satisfies Readonly<Record<string, Column<number | string | null>>>;

export type EventColumn = keyof typeof eventTable;

/** A row of table `event`, as it is in the database. */
export type EventRecord = {
  readonly [Name in EventColumn]: ReturnType<(typeof eventTable)[Name]['value']>;
};

export const eventColumnNames = Object.keys(eventTable) as readonly EventColumn[];
const columns: readonly (readonly [EventColumn, Column<number | string | null>])[] = eventColumnNames.map((name) => [
  name,
  eventTable[name],
]);

/** Those that answers need, in the order of the table. */
export const shownColumns = columns.flatMap(([name, { isHidden }]) => (isHidden ? [] : [name]));
export const replacedColumns = columns.flatMap(([name, { isReplaced }]) => (isReplaced ? [name] : []));

/** Columns that came later, each with the migration that adds it. */
export const addedColumns = columns.flatMap(([name, { type, since }]) =>
  since === undefined ? [] : [{ name, type, since }],
);

export function eventColumnTypes(): Readonly<Record<EventColumn, ColumnType>> {
  return Object.fromEntries(columns.map(([name, { type }]) => [name, type])) as Record<EventColumn, ColumnType>;
}

export function eventValues(event: PlacedEvent): (number | string | null)[] {
  return columns.map(([, { value }]) => value(event));
}

export function replacedValues(event: PlacedEvent): readonly (number | string | null)[] {
  return replacedColumns.map((name) => eventTable[name].value(event));
}

function tokens(row: EventRow, kind: 'input' | 'output' | 'cache_read' | 'cache_write'): number | null {
  return row.tokens === null ? null : (whole(row.tokens[kind]) ?? 0);
}

/** What an answer needs of the session of an event, and of the events it refers to. */
export interface EventThread {
  readonly uid: SessionUid;
  readonly isSidechain: boolean;
  readonly isEvicted: boolean;
  /** The event a reference stands for; see `parent` above. */
  id(reference: number | null): EventId | null;
  /** The native id of a call, which its result shares. */
  callNative(step: number | null): string | null;
}

/** As in every answer. */
export function toEvent(row: EventRecord, thread: EventThread, model: string | null): Event {
  const native = nativeOf(row);
  const { input, at, marks } = row;
  const id = thread.id(row.seq)!;
  return {
    id,
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
    is_sidechain: thread.isSidechain,
    payload_ref: thread.isEvicted ? null : id,
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
