import type { Event } from '../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../model/ids.ts';
import { callCodes, eventColumns, nativeOf, record, toEvent, type EventRecord, type EventThread, type NamedEvent } from '../event-record.ts';
import type { Parameter, Sql } from './sql.ts';

/** Rows of a select that begins with `eventColumns`. */
export async function eventRows(sql: Sql, text: string, ...values: Parameter[]): Promise<readonly EventRecord[]> {
  return (await sql.rows(text, ...values)).map(record);
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

async function nameThreads(sql: Sql, threads: readonly Thread[]): Promise<void> {
  const uids = await sql.all<{ at: number; uid: SessionUid }>(
    `select w.at, s.uid from unnest(?::bigint[], ?::int[]) with ordinality w(tree, session, at) join session s on s.tree = w.tree and s.session = w.session`,
    threads.map(({ tree }) => tree), threads.map(({ session }) => session),
  );
  for (const { at, uid } of uids) threads[at - 1]!.uid = uid;

  const wanted = threads.flatMap((thread, at) => [...thread.missing].map((seq) => ({ thread, at, seq })));
  if (wanted.length === 0) return;
  const rows = await sql.all<NamedEvent & { readonly at: number; readonly seq: number }>(
    `select w.at, e.seq, e.id, e.kind, e.native, e.line from unnest(?::bigint[], ?::int[], ?::int[], ?::int[]) w(tree, session, seq, at)
       join event e on e.tree = w.tree and e.session = w.session and e.seq = w.seq`,
    wanted.map(({ thread }) => thread.tree), wanted.map(({ thread }) => thread.session), wanted.map(({ seq }) => seq), wanted.map(({ at }) => at),
  );
  for (const row of rows) threads[row.at]!.rows.set(row.seq, row);
}
