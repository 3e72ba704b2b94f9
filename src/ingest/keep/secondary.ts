import { eventRef, flavorOf, type Key, type SessionUid } from '../../model/ids.ts';
import type { Event } from '../../model/event.ts';
import type { Identity } from '../../sources/source.ts';
import type { EventRow, EventUpdate, StoreReader } from '../../store/store.ts';
import { contentOf, hasNative, isDialogue, isFailure, isResult, keyOf, maxSecondary, nearest } from './alike.ts';
import type { ScanEvent } from '../scan/scan-batch.ts';

const maxSubagents = 100;

interface Secondary {
  readonly read: StoreReader;
  readonly secondary: Identity['secondary'];
  /** Sessions that have a transcript. */
  readonly transcripts: ReadonlySet<SessionUid>;
  readonly events: readonly ScanEvent[];
}

/**
 * Joins the events of a secondary source to those of the transcript: by the call's native id or, without one, by tool
 * and input. The rest is not in the transcript (yet), and becomes events of its own. Prompts and answers are left out
 * where there is a transcript: it has them all, and no id says which is which.
 */
export async function joinSecondary({
  read,
  secondary,
  transcripts,
  events,
}: Secondary): Promise<{ readonly fresh: ScanEvent[]; readonly again: EventUpdate[] }> {
  const fresh: ScanEvent[] = [];
  const again: EventUpdate[] = [];
  const knowsSessions = secondary !== 'calls';
  const calls = new Calls(read, knowsSessions);
  /** Calls of the secondary source, by key, and the transcript's event for each. */
  const joined = new Map<Key, Event>();
  for (const event of events) {
    const { row } = event;
    if (isDialogue(row)) {
      if (!transcripts.has(row.session)) fresh.push(event);
      continue;
    }
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
      const same = await recordedFailure(read, row);
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

/** What the secondary source knows is added to the transcript's event, in whichever session that is. */
function addedTo({ id, session }: Event, row: EventRow): EventUpdate {
  const { tree, event } = eventRef(id)!;
  return { row: { ...row, session, key: event }, tree, how: 'beside' };
}

/** There is no common id; within one session the same text is the same failure. */
async function recordedFailure(read: StoreReader, { session, summary, at }: EventRow): Promise<Event | undefined> {
  const errors = await read.events(session, { after: 0, limit: maxSecondary, kinds: ['error'] });
  return nearest(
    at,
    errors.filter((event) => isFailure(event) && event.summary === summary),
  );
}

async function resultOf(read: StoreReader, call: Event): Promise<Event | undefined> {
  return (await read.eventsOfStep(eventRef(call.id)!, 20)).find((event) => event.parent === call.id && isResult(event));
}

/** References to a call of the secondary source become references to the transcript's event. */
function onTranscript(row: EventRow, joined: ReadonlyMap<Key, Event>): EventRow {
  const moved = (key: Key | null) => (key !== null && joined.has(key) ? keyOf(joined.get(key)!) : key);
  return { ...row, parent: moved(row.parent), step: moved(row.step), turn: moved(row.turn) };
}

/** The calls that a transcript has recorded. */
class Calls {
  readonly #read: StoreReader;
  readonly #knowsSessions: boolean;
  readonly #byContent = new Map<SessionUid, Map<string, Event[]>>();
  readonly #taken = new Set<string>();

  constructor(read: StoreReader, knowsSessions: boolean) {
    this.#read = read;
    this.#knowsSessions = knowsSessions;
  }

  /** In its session, or in one of its sub-agents': some agents' hooks know the caller only. */
  async find(row: EventRow): Promise<Event | undefined> {
    if (hasNative(row)) return this.#byNative(row.session, row.native!);
    for (const session of [row.session, ...(await this.#subagentsOf(row.session))]) {
      const alike = (await this.#contentOf(session)).get(contentOf(row)) ?? [];
      const call = nearest(
        row.at,
        alike.filter(({ id }) => !this.#taken.has(id)),
      );
      if (!call) continue;
      this.#taken.add(call.id);
      return call;
    }
    return undefined;
  }

  /** Ids of calls need not be unique among sessions: one that two sessions have identifies neither. */
  async #byNative(session: SessionUid, native: string): Promise<Event | undefined> {
    const holders = this.#knowsSessions ? [session] : await this.#read.sessionsWithNative(native, flavorOf(session), 2);
    const ref = holders.length === 1 ? await this.#read.stepByNative(holders[0]!, native) : undefined;
    return ref && this.#read.event(ref);
  }

  async #subagentsOf(session: SessionUid): Promise<SessionUid[]> {
    const children = await this.#read.children(session, maxSubagents);
    return children.flatMap(({ uid, parent }) => (parent?.relation === 'subagent' ? [uid] : []));
  }

  async #contentOf(session: SessionUid): Promise<Map<string, Event[]>> {
    let known = this.#byContent.get(session);
    if (!known) {
      const steps: Event[] = [];
      for (let after = 0; ;) {
        const page = await this.#read.steps(session, { after, limit: 1_000 });
        steps.push(...page.filter(({ tool }) => tool !== null));
        if (page.length < 1_000) break;
        after = page.at(-1)!.seq;
      }
      // The same call once more, recorded by the same source in an earlier piece, is another call.
      const views = new Set((await this.#read.secondaryEvents(session, maxSecondary)).map(({ id }) => id));
      known = Map.groupBy(
        steps.filter(({ id, native_id }) => !(views.has(id) && native_id?.startsWith('line:'))),
        contentOf,
      );
      this.#byContent.set(session, known);
    }
    return known;
  }
}
