import type { Event } from '../../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../../model/ids.ts';
import {
  callCodes,
  nativeOf,
  toEvent,
  type EventRecord,
  type EventThread,
  type NamedEvent,
} from '../../rows/event-table.ts';
import type { Dialect } from '../dialect.ts';
import { get, rows, type Parameter, type Query } from '../query.ts';

/** Events of a select that begins with `eventColumns`. */
export function* selectEvents(db: Dialect, sql: string, ...values: readonly Parameter[]): Query<readonly Event[]> {
  return yield* toEvents(db, yield* selectRecords(db, sql, ...values));
}

export function* selectRecords(
  db: Dialect,
  sql: string,
  ...values: readonly Parameter[]
): Query<readonly EventRecord[]> {
  return (yield* rows(sql, ...values)).map(db.toEventRecord);
}

/** Rows as events. */
export function* toEvents(db: Dialect, records: readonly EventRecord[]): Query<readonly Event[]> {
  const maker = new EventMaker(db);
  yield* maker.add(records);
  return yield* maker.finish();
}

/**
 * Converts rows to events as they arrive, so that of ten thousand rows only what is shown stays. Most references lead
 * to events of the same result; the rest is looked up at the end, all at once.
 */
export class EventMaker {
  readonly #db: Dialect;
  readonly #events: Event[] = [];
  readonly #threads: Thread[] = [];
  #last: Thread | undefined;

  constructor(db: Dialect) {
    this.#db = db;
  }

  /** Saves a statement where the session is known. */
  know(tree: Key, session: number, facts: ThreadFacts): void {
    this.#threadOf(tree, session).know(facts);
  }

  *add(records: readonly EventRecord[]): Query<void> {
    for (const row of records) this.#threadOf(row.tree, row.session).put(row.seq, row);
    const nameless = this.#threads.filter(({ uid }) => uid === undefined);
    if (nameless.length > 0) yield* findUids(this.#db, nameless);
    const nameOf = yield* this.#db.modelNames(records);
    for (const row of records) this.#events.push(this.#threadOf(row.tree, row.session).make(row, nameOf(row.model)));
  }

  *finish(): Query<readonly Event[]> {
    yield* findMissing(this.#db, this.#threads);
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

/** What events show of their session. */
export interface ThreadFacts {
  readonly uid: SessionUid;
  readonly relation: string | null;
  readonly evicted_at: number | null;
}

/** Of `session s`. */
export const threadColumns = 's.uid, s.relation, s.evicted_at';

/** An event that refers to one that has not come yet. */
interface OpenReference {
  readonly event: { -readonly [Name in keyof Event]: Event[Name] };
  readonly reference: 'parent' | 'step' | 'turn';
  readonly seq: number;
}

/** The events of one session, with the fields an answer needs. */
class Thread implements EventThread {
  readonly tree: Key;
  readonly session: number;
  uid!: SessionUid;
  isSidechain = false;
  isEvicted = false;
  readonly #ids = new Map<number, EventId>();
  /** Of calls. */
  readonly #natives = new Map<number, string | null>();
  readonly #open: OpenReference[] = [];

  constructor(tree: Key, session: number) {
    this.tree = tree;
    this.session = session;
  }

  know({ uid, relation, evicted_at }: ThreadFacts): void {
    this.uid = uid;
    this.isSidechain = relation === 'subagent';
    this.isEvicted = evicted_at !== null;
  }

  put(seq: number, event: NamedEvent): void {
    this.#ids.set(seq, eventId({ tree: this.tree, event: event.id }));
    if (callCodes.has(event.kind)) this.#natives.set(seq, nativeOf(event));
  }

  make(row: EventRecord, model: string | null): Event {
    const event = toEvent(row, this, model);
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
      // A result has the native id of its call.
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

function* findUids(db: Dialect, threads: readonly Thread[]): Query<void> {
  if (threads.length <= db.fewSessions) {
    for (const thread of threads) {
      const facts = yield* get<ThreadFacts>(
        `select ${threadColumns} from session s where tree = ? and session = ?`,
        thread.tree,
        thread.session,
      );
      thread.know(facts!);
    }
    return;
  }
  const { table, column, key, values } = db.tuples(2);
  const found = yield* rows<readonly [number, SessionUid, string | null, number | null]>(
    `select ${key}, ${threadColumns} from ${table} ${db.joinInOrder} session s on s.tree = ${column(0)} and s.session = ${column(1)}`,
    ...values(threads.map(({ tree, session }) => [tree, session])),
  );
  for (const [at, uid, relation, evicted_at] of found) threads[at]!.know({ uid, relation, evicted_at });
}

function* findMissing(db: Dialect, threads: readonly Thread[]): Query<void> {
  const wanting = threads
    .map((thread) => ({ thread, missing: thread.missing }))
    .filter(({ missing }) => missing.length > 0);
  if (wanting.length <= db.fewSessions) {
    for (const { thread, missing } of wanting) {
      const found = yield* rows<Named>(
        `select seq, id, kind, native, line from event where tree = ? and session = ? and ${db.isIn('seq', 'integer')}`,
        thread.tree,
        thread.session,
        missing,
      );
      for (const [seq, id, kind, native, line] of found) thread.put(seq, { id, kind, native, line });
    }
    return;
  }
  const wanted = wanting.flatMap(({ thread, missing }) => missing.map((seq) => ({ thread, seq })));
  const { table, column, key, values } = db.tuples(3);
  const found = yield* rows<readonly [...Named, number]>(
    `select e.seq, e.id, e.kind, e.native, e.line, ${key} from ${table}
       ${db.joinInOrder} event e on e.tree = ${column(0)} and e.session = ${column(1)} and e.seq = ${column(2)}`,
    ...values(wanted.map(({ thread, seq }) => [thread.tree, thread.session, seq])),
  );
  for (const [seq, id, kind, native, line, at] of found) wanted[at]!.thread.put(seq, { id, kind, native, line });
}

type Named = readonly [seq: number, id: Key, kind: number, native: string | null, line: number];
