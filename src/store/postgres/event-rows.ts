import type { Event } from '../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../model/ids.ts';
import { callCodes, nativeOf, toEvent, type EventRecord, type EventThread, type NamedEvent } from '../event-record.ts';
import type { Parameter, Sql } from './sql.ts';

const numbers = [
  'tree', 'session', 'seq', 'id', 'at', 'kind', 'act', 'role', 'origin', 'failed', 'parent', 'step', 'turn', 'input', 'output', 'cache_read', 'cache_write', 'cache_write_1h',
  'duration_ms', 'line', 'usd',
] as const;

/** Of `event e`. All numbers in one text: the driver takes as long for a number as for a text, and an answer may hold ten thousand events. */
export const eventColumns = `concat(${numbers.map((name) => `e.${name}`).join(`, ',', `)}), e.type, e.tool, e.native, e.model, e.summary, e.marks`;

/** A row of a select that begins with `eventColumns`. */
export function unpacked([packed, type, tool, native, model, summary, marks]: readonly unknown[]): EventRecord {
  const values = (packed as string).split(',');
  const at = (place: number): number | null => (values[place] === '' ? null : Number(values[place]));
  return {
    tree: at(0), session: at(1), seq: at(2), id: at(3), at: at(4), kind: at(5), act: at(6), role: at(7), origin: at(8), failed: at(9), parent: at(10), step: at(11), turn: at(12),
    input: at(13), output: at(14), cache_read: at(15), cache_write: at(16), cache_write_1h: at(17), duration_ms: at(18), line: at(19), usd: at(20),
    type, tool, native, model, summary, marks,
  } as EventRecord;
}

/** Rows of a select that begins with `eventColumns`. */
export async function eventRows(sql: Sql, text: string, ...values: Parameter[]): Promise<readonly EventRecord[]> {
  return (await sql.rows(text, ...values)).map(unpacked);
}

export async function events(sql: Sql, text: string, ...values: Parameter[]): Promise<readonly Event[]> {
  return await toEvents(sql, await eventRows(sql, `select ${eventColumns} ${text}`, ...values));
}

/** Rows as every door shows them. What they refer to mostly stands among them; the rest is looked up, all at once. */
export async function toEvents(sql: Sql, rows: readonly EventRecord[]): Promise<readonly Event[]> {
  if (rows.length === 0) return [];
  const threads = new Map<string, Thread>();
  let last: Thread | undefined;
  const threadOf = ({ tree, session }: EventRecord): Thread => {
    if (last?.tree === tree && last.session === session) return last;
    const key = `${tree} ${session}`;
    last = threads.get(key) ?? new Thread(tree, session);
    threads.set(key, last);
    return last;
  };
  for (const row of rows) threadOf(row).put(row);
  for (const row of rows) threadOf(row).want(row.parent, row.step, row.turn);
  await nameThreads(sql, [...threads.values()]);
  return rows.map((row) => toEvent(row, threadOf(row), row.model as string | null));
}

/** The events of one session, as far as an answer needs them. */
class Thread implements EventThread {
  readonly tree: Key;
  readonly session: number;
  readonly rows = new Map<number, NamedEvent>();
  readonly missing = new Set<number>();
  readonly #ids = new Map<number, EventId>();
  uid = '' as SessionUid;

  constructor(tree: Key, session: number) {
    this.tree = tree;
    this.session = session;
  }

  put(row: EventRecord): void {
    this.rows.set(row.seq, row);
  }

  want(...references: readonly (number | null)[]): void {
    for (const reference of references) if (reference !== null && reference > 0 && !this.rows.has(reference)) this.missing.add(reference);
  }

  id(reference: number | null): EventId | null {
    if (reference === null) return null;
    const known = this.#ids.get(reference);
    if (known !== undefined) return known;
    const event = reference < 0 ? -reference : this.rows.get(reference)?.id;
    if (event === undefined) return null;
    const made = eventId({ tree: this.tree, event });
    this.#ids.set(reference, made);
    return made;
  }

  callNative(step: number | null): string | null {
    const row = step === null || step < 0 ? undefined : this.rows.get(step);
    return row !== undefined && callCodes.has(row.kind) ? nativeOf(row) : null;
  }
}

/** The sessions' names, and what is missing, in one go. */
async function nameThreads(sql: Sql, threads: readonly Thread[]): Promise<void> {
  const wanted = threads.flatMap((thread, at) => [...thread.missing].map((seq) => ({ thread, at, seq })));
  const rows = await sql.rows(
    `select w.at::int - 1, s.uid, null::int, null::bigint, null::int, null::text, null::int
       from unnest(?::bigint[], ?::int[]) with ordinality w(tree, session, at) join session s on s.tree = w.tree and s.session = w.session
     union all
     select w.at, null, e.seq, e.id, e.kind, e.native, e.line from unnest(?::bigint[], ?::int[], ?::int[], ?::int[]) w(tree, session, seq, at)
       join event e on e.tree = w.tree and e.session = w.session and e.seq = w.seq`,
    threads.map(({ tree }) => tree), threads.map(({ session }) => session),
    wanted.map(({ thread }) => thread.tree), wanted.map(({ thread }) => thread.session), wanted.map(({ seq }) => seq), wanted.map(({ at }) => at),
  );
  for (const [at, uid, seq, id, kind, native, line] of rows as readonly [number, SessionUid | null, number, Key, number, string | null, number][]) {
    if (uid === null) threads[at]!.rows.set(seq, { id, kind, native, line });
    else threads[at]!.uid = uid;
  }
}
