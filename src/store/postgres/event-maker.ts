import type { Event } from '../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../model/ids.ts';
import {
  callCodes,
  nativeOf,
  toEvent,
  type EventRecord,
  type EventThread,
  type NamedEvent,
} from '../rows/event-record.ts';
import type { Sql } from './sql.ts';

/**
 * Makes events of rows as they come, so that of ten thousand rows only what is shown stays. What an event refers to
 * mostly comes with it or later; the rest is looked up at the end, all at once.
 */
export class EventMaker {
  readonly #sql: Sql;
  readonly #events: Event[] = [];
  readonly #threads: Thread[] = [];
  #last: Thread | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Spares a question, to one who knows the session. */
  know(tree: Key, session: number, uid: SessionUid): void {
    this.#threadOf(tree, session).uid = uid;
  }

  async add(rows: readonly EventRecord[]): Promise<void> {
    for (const row of rows) this.#threadOf(row.tree, row.session).put(row.seq, row);
    const nameless = this.#threads.filter(({ uid }) => uid === undefined);
    if (nameless.length > 0) await name(this.#sql, nameless);
    for (const row of rows) this.#events.push(this.#threadOf(row.tree, row.session).make(row));
  }

  async finish(): Promise<readonly Event[]> {
    await findMissing(this.#sql, this.#threads);
    for (const thread of this.#threads) thread.complete();
    return this.#events;
  }

  #threadOf(tree: Key, session: number): Thread {
    if (this.#last?.tree === tree && this.#last.session === session) return this.#last;
    this.#last = this.#threads.find((thread) => thread.tree === tree && thread.session === session);
    if (this.#last === undefined) this.#threads.push((this.#last = new Thread(tree, session)));
    return this.#last;
  }
}

/** An event that refers to one that has not come yet. */
interface OpenReference {
  readonly event: { -readonly [Name in keyof Event]: Event[Name] };
  readonly reference: 'parent' | 'step' | 'turn';
  readonly seq: number;
}

/** The events of one session, as far as an answer needs them. */
class Thread implements EventThread {
  readonly tree: Key;
  readonly session: number;
  uid!: SessionUid;
  readonly #ids = new Map<number, EventId>();
  /** Of calls. */
  readonly #natives = new Map<number, string | null>();
  readonly #open: OpenReference[] = [];

  constructor(tree: Key, session: number) {
    this.tree = tree;
    this.session = session;
  }

  put(seq: number, event: NamedEvent): void {
    this.#ids.set(seq, eventId({ tree: this.tree, event: event.id }));
    if (callCodes.has(event.kind)) this.#natives.set(seq, nativeOf(event));
  }

  make(row: EventRecord): Event {
    const event = toEvent(row, this, row.model as string | null);
    if (event.parent === null && row.parent !== null) this.#open.push({ event, reference: 'parent', seq: row.parent });
    if (event.step === null && row.step !== null) this.#open.push({ event, reference: 'step', seq: row.step });
    if (event.turn === null && row.turn !== null) this.#open.push({ event, reference: 'turn', seq: row.turn });
    return event;
  }

  get missing(): readonly number[] {
    return [...new Set(this.#open.map(({ seq }) => seq))].filter((seq) => !this.#ids.has(seq));
  }

  complete(): void {
    for (const { event, reference, seq } of this.#open) {
      event[reference] = this.id(seq);
      // A result goes by the id of its call.
      if (reference === 'step' && (event.kind === 'tool_result' || event.kind === 'error'))
        event.native_id ??= this.callNative(seq);
    }
  }

  id(reference: number | null): EventId | null {
    if (reference === null) return null;
    return reference < 0 ? eventId({ tree: this.tree, event: -reference }) : (this.#ids.get(reference) ?? null);
  }

  callNative(step: number | null): string | null {
    return step === null ? null : (this.#natives.get(step) ?? null);
  }
}

async function name(sql: Sql, threads: readonly Thread[]): Promise<void> {
  if (threads.length <= few) {
    await Promise.all(
      threads.map(async (thread) => {
        const [row] = await sql.rows(
          'select uid from session where tree = ? and session = ?',
          thread.tree,
          thread.session,
        );
        thread.uid = row![0] as SessionUid;
      }),
    );
    return;
  }
  const rows = await sql.rows(
    'select w.at::int - 1, s.uid from unnest(?::bigint[], ?::int[]) with ordinality w(tree, session, at) join session s on s.tree = w.tree and s.session = w.session',
    threads.map(({ tree }) => tree),
    threads.map(({ session }) => session),
  );
  for (const [at, uid] of rows as readonly [number, SessionUid][]) threads[at]!.uid = uid;
}

/**
 * Plans with lists of several columns depend on how long these are, so the server makes them anew each time: that
 * takes longer than to ask for each session by itself.
 */
const few = 4;

async function findMissing(sql: Sql, threads: readonly Thread[]): Promise<void> {
  const wanting = threads
    .map((thread) => ({ thread, missing: thread.missing }))
    .filter(({ missing }) => missing.length > 0);
  if (wanting.length <= few) {
    await Promise.all(
      wanting.map(async ({ thread, missing }) => {
        const rows = await sql.rows(
          'select seq, id, kind, native, line from event where tree = ? and session = ? and seq = any (?::int[])',
          thread.tree,
          thread.session,
          missing,
        );
        for (const [seq, id, kind, native, line] of rows as readonly Named[])
          thread.put(seq, { id, kind, native, line });
      }),
    );
    return;
  }
  const wanted = wanting.flatMap(({ thread, missing }, at) => missing.map((seq) => ({ thread, at, seq })));
  const rows = await sql.rows(
    `select e.seq, e.id, e.kind, e.native, e.line, w.at from unnest(?::bigint[], ?::int[], ?::int[], ?::int[]) w(tree, session, seq, at)
       join event e on e.tree = w.tree and e.session = w.session and e.seq = w.seq`,
    wanted.map(({ thread }) => thread.tree),
    wanted.map(({ thread }) => thread.session),
    wanted.map(({ seq }) => seq),
    wanted.map(({ at }) => at),
  );
  for (const [seq, id, kind, native, line, at] of rows as readonly [...Named, number][])
    wanting[at]!.thread.put(seq, { id, kind, native, line });
}

type Named = readonly [seq: number, id: Key, kind: number, native: string | null, line: number];
