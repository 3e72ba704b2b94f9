import type { SQLInputValue } from 'node:sqlite';
import type { Event } from '../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../model/ids.ts';
import {
  callCodes,
  nativeOf,
  record,
  toEvent,
  type EventRecord,
  type EventThread,
  type NamedEvent,
} from '../rows/event-record.ts';
import type { Connection } from './connection.ts';
import { ModelNames } from './model-codes.ts';

/** Rows of a select that begins with `eventColumns`. */
export function eventRows(connection: Connection, sql: string, ...values: SQLInputValue[]): readonly EventRecord[] {
  return connection.rows(sql, ...values).map(record);
}

/** Rows as every door shows them. What they refer to mostly stands among them; the rest is looked up, each once. */
export function toEvents(connection: Connection, rows: readonly EventRecord[]): readonly Event[] {
  const threads = new Threads(connection);
  for (const row of rows) threads.of(row.tree, row.session).put(row);
  const models = new ModelNames(connection);
  return rows.map((row) => toEvent(row, threads.of(row.tree, row.session), models.of(row.model as number | null)));
}

/** The events of one session, as far as an answer needs them. */
class Thread implements EventThread {
  readonly #connection: Connection;
  readonly tree: Key;
  readonly session: number;
  readonly uid: SessionUid;
  readonly #rows = new Map<number, NamedEvent | undefined>();
  readonly #ids = new Map<number, EventId>();

  constructor(connection: Connection, tree: Key, session: number) {
    this.#connection = connection;
    this.tree = tree;
    this.session = session;
    this.uid = connection.get<{ uid: SessionUid }>(
      'select uid from session where tree = ? and session = ?',
      tree,
      session,
    )!.uid;
  }

  put(row: EventRecord): void {
    this.#rows.set(row.seq, row);
  }

  id(reference: number | null): EventId | null {
    if (reference === null) return null;
    const known = this.#ids.get(reference);
    if (known !== undefined) return known;
    const event = reference < 0 ? -reference : this.#row(reference)?.id;
    if (event === undefined) return null;
    const made = eventId({ tree: this.tree, event });
    this.#ids.set(reference, made);
    return made;
  }

  callNative(step: number | null): string | null {
    const row = step === null || step < 0 ? undefined : this.#row(step);
    return row !== undefined && callCodes.has(row.kind) ? nativeOf(row) : null;
  }

  #row(seq: number): NamedEvent | undefined {
    if (!this.#rows.has(seq)) {
      this.#rows.set(
        seq,
        this.#connection.get<NamedEvent>(
          'select id, kind, native, line from event where tree = ? and session = ? and seq = ?',
          this.tree,
          this.session,
          seq,
        ),
      );
    }
    return this.#rows.get(seq);
  }
}

class Threads {
  readonly #connection: Connection;
  readonly #all: Thread[] = [];
  #last: Thread | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  of(tree: Key, session: number): Thread {
    if (this.#last?.tree === tree && this.#last.session === session) return this.#last;
    this.#last = this.#all.find((thread) => thread.tree === tree && thread.session === session);
    if (this.#last === undefined) {
      this.#last = new Thread(this.#connection, tree, session);
      this.#all.push(this.#last);
    }
    return this.#last;
  }
}
