import type { Event } from '../../model/event.ts';
import { eventId, type EventId, type Key, type SessionUid } from '../../model/ids.ts';
import { actCodes, kindCodes, originCodes, roleCodes } from './codes.ts';
import type { Connection } from './connection.ts';

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
  readonly duration_ms: number | null;
  readonly line: number;
}

export const eventColumns = `e.tree, e.session, e.seq, e.id, e.at, e.kind, e.act, e.role, e.origin, e.failed, e.type, e.tool, e.native,
  e.summary, e.parent, e.step, e.turn, e.input, e.output, e.cache_read, e.cache_write, e.duration_ms, e.line`;

/** Rows as every door shows them. What they refer to mostly stands among them; the rest is looked up, each once. */
export function toEvents(connection: Connection, rows: readonly EventRecord[]): readonly Event[] {
  const threads = new Threads(connection);
  for (const row of rows) threads.of(row.tree, row.session).briefs.set(row.seq, brief(row));
  return rows.map((row) => toEvent(row, threads.of(row.tree, row.session)));
}

function toEvent(row: EventRecord, thread: Thread): Event {
  const step = row.step === row.seq ? undefined : row.step;
  return {
    id: thread.brief(row.seq)!.id,
    session: thread.uid,
    native_id: nativeOf(row) ?? (step !== undefined && isResult(row) ? thread.callNative(step) : null),
    seq: row.seq,
    at: row.at === null ? null : new Date(row.at).toISOString(),
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
    tokens: row.input === null
      ? null
      : { input: row.input, output: row.output!, cache_read: row.cache_read!, cache_write: row.cache_write! },
    duration_ms: row.duration_ms,
  };
}

export function nativeOf({ native, line }: Pick<EventRecord, 'native' | 'line'>): string | null {
  return native === '' ? `line:${line}` : native;
}

const toolResult = kindCodes.encode('tool_result');
const error = kindCodes.encode('error');
const calls: ReadonlySet<number | null> = new Set((['tool_call', 'test_run', 'edit', 'retry'] as const).map(kindCodes.encode));

function isResult({ kind }: EventRecord): boolean {
  return kind === toolResult || kind === error;
}

/** What other events need to know of one. */
interface Brief {
  readonly id: EventId;
  /** The native id, if it is a call: its result goes by the same. */
  readonly callNative: string | null;
}

function brief(row: Pick<EventRecord, 'tree' | 'id' | 'kind' | 'native' | 'line'>): Brief {
  return { id: eventId({ tree: row.tree, event: row.id }), callNative: calls.has(row.kind) ? nativeOf(row) : null };
}

class Thread {
  readonly #connection: Connection;
  readonly tree: Key;
  readonly session: number;
  readonly uid: SessionUid;
  readonly briefs = new Map<number, Brief | undefined>();

  constructor(connection: Connection, tree: Key, session: number) {
    this.#connection = connection;
    this.tree = tree;
    this.session = session;
    this.uid = connection.get<{ uid: SessionUid }>('select uid from session where tree = ? and session = ?', tree, session)!.uid;
  }

  /** The event a reference stands for; see `parent` in the schema. */
  id(reference: number | null): EventId | null {
    if (reference === null) return null;
    if (reference <= 0) return eventId({ tree: this.tree, event: -reference });
    return this.brief(reference)?.id ?? null;
  }

  callNative(reference: number | null): string | null {
    return reference === null || reference <= 0 ? null : (this.brief(reference)?.callNative ?? null);
  }

  brief(seq: number): Brief | undefined {
    if (!this.briefs.has(seq)) this.briefs.set(seq, this.#look(seq));
    return this.briefs.get(seq);
  }

  #look(seq: number): Brief | undefined {
    const row = this.#connection.get<Parameters<typeof brief>[0]>(
      'select tree, id, kind, native, line from event where tree = ? and session = ? and seq = ?', this.tree, this.session, seq,
    );
    return row === undefined ? undefined : brief(row);
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
