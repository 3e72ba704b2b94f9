import { eventRef, flavorOf, type Key, type SessionUid } from '../model/ids.ts';
import type { Event } from '../model/event.ts';
import type { Identity } from '../sources/source.ts';
import type { EventRow, Replacement, Retelling, StoreReader } from '../store/store.ts';
import type { ScanEvent } from './scan-batch.ts';

/** Of one session; beyond this a view beside the transcript has gone wrong. */
const mostBeside = 10_000;
const mostSubagents = 100;

/**
 * What a view beside the transcript tells, joined to what the transcript told: by the call's native id, or, where the view
 * has none, by tool and input. What is left the transcript does not have (yet): it becomes an event of its own.
 */
export async function joinBeside(read: StoreReader, beside: Identity['beside'], events: readonly ScanEvent[]): Promise<{ readonly fresh: ScanEvent[]; readonly again: Retelling[] }> {
  const fresh: ScanEvent[] = [];
  const again: Retelling[] = [];
  const knowsSessions = beside !== 'calls';
  const calls = new Calls(read, knowsSessions);
  /** Calls of the view, by key, and the transcript's telling of them. */
  const joined = new Map<Key, Event>();
  for (const event of events) {
    const { row } = event;
    if (row.step === row.key && row.tool !== null) {
      const call = await calls.find(row);
      if (!call) fresh.push(event);
      else {
        joined.set(row.key, call);
        again.push(addedTo(call, row));
      }
      continue;
    }
    if (isFailure(row)) {
      const same = await toldFailure(read, row);
      if (same) again.push(addedTo(same, row));
      else fresh.push(event);
      continue;
    }
    const call = row.step === null ? undefined : joined.get(row.step);
    const result = call && (await resultOf(read, call));
    if (result && isResult(row)) again.push(addedTo(result, row));
    else fresh.push({ ...event, row: onTranscript(row, joined) });
  }
  return { fresh: knowsSessions ? fresh : [], again };
}

/** What the view says is added to the transcript's event, in whichever session that is. */
function addedTo({ id, session }: Event, row: EventRow): Retelling {
  const { tree, event } = eventRef(id)!;
  return { row: { ...row, session, key: event }, tree, how: 'beside' };
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
  readonly #knowsSessions: boolean;
  readonly #byContent = new Map<SessionUid, Map<string, Event[]>>();
  readonly #taken = new Set<string>();

  constructor(read: StoreReader, knowsSessions: boolean) {
    this.#read = read;
    this.#knowsSessions = knowsSessions;
  }

  /** In its session, or in one of the sub-agents': some agents' hooks know the caller only. */
  async find(row: EventRow): Promise<Event | undefined> {
    if (hasNative(row)) return this.#byNative(row.session, row.native!);
    for (const session of [row.session, ...(await this.#subagentsOf(row.session))]) {
      const alike = (await this.#contentOf(session)).get(contentOf(row)) ?? [];
      const call = nearest(row.at, alike.filter(({ id }) => !this.#taken.has(id)));
      if (!call) continue;
      this.#taken.add(call.id);
      return call;
    }
    return undefined;
  }

  /** Ids of calls need not be unique among sessions: one that two have names neither. */
  async #byNative(session: SessionUid, native: string): Promise<Event | undefined> {
    const holders = this.#knowsSessions ? [session] : await this.#read.sessionsWithNative(native, flavorOf(session), 2);
    const ref = holders.length === 1 ? await this.#read.stepByNative(holders[0]!, native) : undefined;
    return ref && this.#read.event(ref);
  }

  async #subagentsOf(session: SessionUid): Promise<SessionUid[]> {
    const children = await this.#read.children(session, mostSubagents);
    return children.flatMap(({ uid, parent }) => (parent?.relation === 'subagent' ? [uid] : []));
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
      // The same call once more, told by the same view in an earlier piece, is another one.
      const views = new Set((await this.#read.besideEvents(session, mostBeside)).map(({ id }) => id));
      known = Map.groupBy(steps.filter(({ id, native_id }) => !(views.has(id) && native_id?.startsWith('line:'))), contentOf);
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
  readonly #session: SessionUid;
  readonly #caller: SessionUid | undefined;
  readonly #bySession = new Map<SessionUid, Event[]>();
  /** Calls that were replaced, and by which. */
  readonly #moved = new Map<string, Key>();

  constructor(read: StoreReader, { session, parent }: Identity) {
    this.#read = read;
    this.#session = session;
    this.#caller = parent?.relation === 'subagent' ? parent.uid : undefined;
  }

  /** The transcript's events, with what the view knew beyond them, and the view's own that they replace. */
  async replace(fresh: readonly ScanEvent[]): Promise<{ readonly fresh: ScanEvent[]; readonly replaced: Replacement[] }> {
    const replaced: Replacement[] = [];
    let isAny = false;
    for (const session of new Set(fresh.map(({ row }) => row.session))) isAny = (await this.#of(session)).length > 0 || isAny;
    if (!isAny) return { fresh: [...fresh], replaced };
    const told: ScanEvent[] = [];
    for (const event of fresh) {
      const { row } = event;
      const provisional = await this.#of(row.session);
      const old = this.#match(row, provisional);
      if (old) {
        provisional.splice(provisional.indexOf(old), 1);
        this.#moved.set(old.id, row.key);
        replaced.push({ session: old.session, old: keyOf(old), by: row.key });
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

  /** What hooks told of a sub-agent they may have told of its caller. */
  async #of(session: SessionUid): Promise<Event[]> {
    let events = this.#bySession.get(session);
    if (!events) {
      const caller = session === this.#session ? this.#caller : undefined;
      events = [...(await this.#read.besideEvents(session, mostBeside)), ...(caller ? await this.#read.besideEvents(caller, mostBeside) : [])];
      this.#bySession.set(session, events);
    }
    return events;
  }
}
