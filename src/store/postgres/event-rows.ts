import type { Event } from '../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../model/ids.ts';
import { callCodes, nativeOf, toEvent, type EventRecord, type EventThread, type NamedEvent } from '../event-record.ts';
import type { Parameter, Sql } from './sql.ts';

const numbers = [
  'seq', 'tree', 'session', 'id', 'at', 'kind', 'act', 'role', 'origin', 'failed', 'parent', 'step', 'turn', 'input', 'output', 'cache_read', 'cache_write', 'cache_write_1h',
  'duration_ms', 'line', 'usd',
] as const;

/** Of `event e`. All numbers in one text: the driver takes as long for a number as for a text, and an answer may hold ten thousand events. */
export const eventColumns = `concat(${numbers.map((name) => `e.${name}`).join(`, ',', `)}), e.type, e.tool, e.native, e.model, e.summary, e.marks`;

/** A row of a select that begins with `eventColumns`. */
export function unpacked([packed, type, tool, native, model, summary, marks]: readonly unknown[]): EventRecord {
  readNumbers(packed as string);
  return {
    tree: read[1], session: read[2], seq: read[0], id: read[3], at: read[4], kind: read[5], act: read[6], role: read[7], origin: read[8], failed: read[9], parent: read[10], step: read[11],
    turn: read[12], input: read[13], output: read[14], cache_read: read[15], cache_write: read[16], cache_write_1h: read[17], duration_ms: read[18], line: read[19], usd: read[20],
    type, tool, native, model, summary, marks,
  } as EventRecord;
}

/** Its `seq`, without the rest. */
export function seqOf([packed]: readonly unknown[]): number {
  return Number.parseInt(packed as string, 10);
}

/** One for all rows: it is read before the next row comes. */
const read: (number | null)[] = Array.from(numbers, () => null);

/** Digit by digit: to cut the text up first takes twice as long, most of it for what is thrown away again. */
function readNumbers(packed: string): void {
  let place = 0;
  let start = 0;
  let value = 0;
  let isWhole = true;
  for (let at = 0; at <= packed.length; at++) {
    const digit = packed.charCodeAt(at) - zero;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (at === packed.length || digit === comma) {
      read[place++] = at === start ? null : isWhole ? value : Number(packed.slice(start, at));
      start = at + 1;
      value = 0;
      isWhole = true;
    } else isWhole = false;
  }
}

const zero = '0'.charCodeAt(0);
const comma = ','.charCodeAt(0) - zero;

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
  for (const row of rows) {
    const thread = threadOf(row);
    thread.want(row.parent);
    thread.want(row.step);
    thread.want(row.turn);
  }
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

  want(reference: number | null): void {
    if (reference !== null && reference > 0 && !this.rows.has(reference)) this.missing.add(reference);
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

/** The sessions' names, and what is missing. */
async function nameThreads(sql: Sql, threads: readonly Thread[]): Promise<void> {
  if (threads.length <= few) await Promise.all(threads.flatMap((thread) => [nameThread(sql, thread), findMissing(sql, thread)]));
  else await nameAtOnce(sql, threads);
}

/** Plans with lists of several columns depend on how long these are, so the server makes them anew each time: that takes longer than to ask for each session by itself. */
const few = 4;

async function nameThread(sql: Sql, thread: Thread): Promise<void> {
  const [row] = await sql.rows('select uid from session where tree = ? and session = ?', thread.tree, thread.session);
  thread.uid = row![0] as SessionUid;
}

async function findMissing(sql: Sql, { tree, session, missing, rows }: Thread): Promise<void> {
  if (missing.size === 0) return;
  const found = await sql.rows('select seq, id, kind, native, line from event where tree = ? and session = ? and seq = any (?::int[])', tree, session, [...missing]);
  for (const [seq, id, kind, native, line] of found as readonly [number, Key, number, string | null, number][]) rows.set(seq, { id, kind, native, line });
}

async function nameAtOnce(sql: Sql, threads: readonly Thread[]): Promise<void> {
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
