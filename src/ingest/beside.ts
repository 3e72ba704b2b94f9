import { eventRef, type Key, type SessionUid } from '../model/ids.ts';
import type { Event } from '../model/event.ts';
import type { EventRow, Replacement, Retelling, StoreReader } from '../store/store.ts';
import type { ScanEvent } from './scan-batch.ts';

/** Of one session; beyond this a view beside the transcript has gone wrong. */
const mostBeside = 10_000;

/**
 * What a view beside the transcript tells, joined to what the transcript told: by the call's native id, or, where the view
 * has none, by tool and input. What is left the transcript does not have (yet): it becomes an event of its own.
 */
export async function joinBeside(read: StoreReader, events: readonly ScanEvent[]): Promise<{ readonly fresh: ScanEvent[]; readonly again: Retelling[] }> {
  const fresh: ScanEvent[] = [];
  const again: Retelling[] = [];
  const calls = new Calls(read);
  /** Calls of the view, by key, and the transcript's telling of them. */
  const joined = new Map<Key, Event>();
  for (const event of events) {
    const { row } = event;
    if (row.step === row.key && row.tool !== null) {
      const call = await calls.find(row);
      if (!call) fresh.push(event);
      else {
        joined.set(row.key, call);
        again.push({ row: { ...row, key: keyOf(call) }, how: 'beside' });
      }
      continue;
    }
    if (isFailure(row)) {
      const same = await toldFailure(read, row);
      if (same) again.push({ row: { ...row, key: keyOf(same) }, how: 'beside' });
      else fresh.push(event);
      continue;
    }
    const call = row.step === null ? undefined : joined.get(row.step);
    const result = call && (await resultOf(read, call));
    if (result && isResult(row)) again.push({ row: { ...row, key: keyOf(result) }, how: 'beside' });
    else fresh.push({ ...event, row: onTranscript(row, joined) });
  }
  return { fresh, again };
}

function isResult({ kind, step }: { readonly kind: EventRow['kind']; readonly step: unknown }): boolean {
  return step !== null && (kind === 'tool_result' || kind === 'error');
}

/** A failure outside any call. */
function isFailure({ kind, tool }: { readonly kind: EventRow['kind']; readonly tool: string | null }): boolean {
  return kind === 'error' && tool === null;
}

/** It has no id that both tell; in one session the same words are the same failure. */
async function toldFailure(read: StoreReader, { session, summary, at }: EventRow): Promise<Event | undefined> {
  const errors = await read.events(session, { after: 0, limit: mostBeside, kinds: ['error'] });
  return nearest(at, errors.filter((event) => isFailure(event) && event.summary === summary));
}

async function resultOf(read: StoreReader, call: Event): Promise<Event | undefined> {
  return (await read.eventsOfStep(eventRef(call.id)!, 20)).find((event) => event.parent === call.id && isResult(event));
}

/** What hangs on a call of the view hangs on the transcript's telling of it. */
function onTranscript(row: EventRow, joined: ReadonlyMap<Key, Event>): EventRow {
  const moved = (key: Key | null) => (key !== null && joined.has(key) ? keyOf(joined.get(key)!) : key);
  return { ...row, parent: moved(row.parent), step: moved(row.step), turn: moved(row.turn) };
}

/** The calls a transcript has told of. */
class Calls {
  readonly #read: StoreReader;
  readonly #byContent = new Map<SessionUid, Map<string, Event[]>>();
  readonly #taken = new Set<string>();

  constructor(read: StoreReader) {
    this.#read = read;
  }

  async find(row: EventRow): Promise<Event | undefined> {
    if (hasNative(row)) {
      const ref = await this.#read.stepByNative(row.session, row.native!);
      return ref && (await this.#read.event(ref));
    }
    const alike = (await this.#contentOf(row.session)).get(contentOf(row)) ?? [];
    const call = nearest(row.at, alike.filter(({ id }) => !this.#taken.has(id)));
    if (call) this.#taken.add(call.id);
    return call;
  }

  async #contentOf(session: SessionUid): Promise<Map<string, Event[]>> {
    let known = this.#byContent.get(session);
    if (!known) {
      const steps: Event[] = [];
      for (let after = 0; ; ) {
        const page = await this.#read.steps(session, { after, limit: 1_000 });
        steps.push(...page.filter(({ tool }) => tool !== null));
        if (page.length < 1_000) break;
        after = page.at(-1)!.seq;
      }
      known = Map.groupBy(steps, contentOf);
      this.#byContent.set(session, known);
    }
    return known;
  }
}

function hasNative({ native }: EventRow): boolean {
  return native !== null && !native.startsWith('line:');
}

/** A summary says what a call was asked to do, the same for every telling of it. */
function contentOf({ tool, summary }: { readonly tool: string | null; readonly summary: string }): string {
  return `${tool}\0${summary}`;
}

/** Of calls that are the same, word for word, the one that was made at about this time. */
function nearest(at: number | null, calls: readonly Event[]): Event | undefined {
  const distance = (call: Event) => (at === null || call.at === null ? 0 : Math.abs(Date.parse(call.at) - at));
  return calls.toSorted((a, b) => distance(a) - distance(b))[0];
}

function keyOf({ id }: Event): Key {
  return eventRef(id)!.event;
}

/** Events that so far only a view beside the transcript had told, of the sessions a transcript tells of. */
export class Provisional {
  readonly #read: StoreReader;
  readonly #bySession = new Map<SessionUid, Event[]>();
  /** Calls that were replaced, and by which. */
  readonly #moved = new Map<string, Key>();

  constructor(read: StoreReader) {
    this.#read = read;
  }

  /** The transcript's events, with what the view knew beyond them, and the view's own that they replace. */
  async replace(fresh: readonly ScanEvent[]): Promise<{ readonly fresh: ScanEvent[]; readonly replaced: Replacement[] }> {
    const replaced: Replacement[] = [];
    const told: ScanEvent[] = [];
    for (const event of fresh) {
      const { row } = event;
      const provisional = await this.#of(row.session);
      const old = provisional.length === 0 ? undefined : this.#match(row, provisional);
      if (old) {
        provisional.splice(provisional.indexOf(old), 1);
        this.#moved.set(old.id, row.key);
        replaced.push({ session: row.session, old: keyOf(old), by: row.key });
      }
      told.push(old ? { ...event, row: { ...row, durationMs: row.durationMs ?? old.duration_ms } } : event);
    }
    return { fresh: told, replaced };
  }

  #match(row: EventRow, provisional: readonly Event[]): Event | undefined {
    if (row.step === row.key && row.tool !== null) {
      const byNative = provisional.find(({ native_id }) => hasNative(row) && native_id === row.native);
      return byNative ?? nearest(row.at, provisional.filter((event) => event.native_id?.startsWith('line:') && contentOf(event) === contentOf(row)));
    }
    if (isFailure(row)) return nearest(row.at, provisional.filter((event) => isFailure(event) && event.summary === row.summary));
    if (!isResult(row)) return undefined;
    return provisional.find((event) => isResult(event) && event.step !== null && (this.#moved.get(event.step) ?? eventRef(event.step)!.event) === row.step);
  }

  async #of(session: SessionUid): Promise<Event[]> {
    let events = this.#bySession.get(session);
    if (!events) {
      events = [...(await this.#read.besideEvents(session, mostBeside))];
      this.#bySession.set(session, events);
    }
    return events;
  }
}
