import type { Event } from '../../../model/event.ts';
import type { EventId, SessionUid } from '../../../model/ids.ts';
import type { Session } from '../../../model/session.ts';
import type { StoreReader } from '../../../store/store.ts';
import { refOf } from '../../walk/step.ts';
import { isAsk } from './asks.ts';

/** The last stretch of a session's work, and what is known from before it. */
export interface History {
  readonly session: Session;
  /** Oldest first, with those of the sessions it continues. */
  readonly events: readonly Event[];
  /** What its sub-agents did in that stretch, by the call that started them. */
  readonly delegated: readonly Delegated[];
  /**
   * Asks from before this stretch: the person's first one, and the last one when the stretch has none. For a
   * sub-agent: its task, and what the person wanted.
   */
  readonly asks: readonly Event[];
  /** There is work before this stretch. */
  readonly cut: boolean;
}

export interface Delegated {
  readonly session: Session;
  /** Null when the call is not recorded. */
  readonly call: EventId | null;
  readonly events: readonly Event[];
}

export interface HistoryOptions {
  /** Read the session as it stood right after this event. */
  readonly at?: Event;
}

/** Reads backwards from the end. What it reads does not grow with the session. */
export async function readHistory(read: StoreReader, session: Session, { at }: HistoryOptions = {}): Promise<History> {
  const stretch = await stretchOf(read, session, at);
  const events = at === undefined ? stretch.events.toReversed() : unforeseen(stretch.events.toReversed());
  return {
    session,
    events,
    delegated: await delegatedIn(read, session, events, at),
    asks:
      session.parent?.relation === 'subagent'
        ? await tasked(read, session)
        : await asksBefore(read, stretch.oldest, events),
    cut: stretch.cut,
  };
}

/** The store keeps a call with its outcome. Before its result came, nobody knew that outcome. */
function unforeseen(events: readonly Event[]): readonly Event[] {
  const answered = new Set(events.flatMap(({ id, step }) => (step !== null && step !== id ? [step] : [])));
  return events.map((event) =>
    event.failed && event.step === event.id && !answered.has(event.id) ? { ...event, failed: false } : event,
  );
}

/** Reading an event takes about 10 µs, and work hardly ever returns to what is more than two thousand events back. */
const mostEvents = 2000;
/** A session may continue another, which continued a third. */
const mostSessions = 6;

interface Stretch {
  /** Newest first. */
  readonly events: readonly Event[];
  /** The session of the oldest event. */
  readonly oldest: Session;
  readonly cut: boolean;
}

async function stretchOf(read: StoreReader, session: Session, at: Event | undefined): Promise<Stretch> {
  const events: Event[] = [];
  let from: Session = session;
  let before = at === undefined ? undefined : at.seq + 1;
  for (let sessions = 1; ; sessions++) {
    const wanted = mostEvents - events.length;
    events.push(...(await read.recentEvents(from.uid, { limit: wanted, ...(before === undefined ? {} : { before }) })));
    if (events.length >= mostEvents) return { events, oldest: from, cut: true };
    const parent =
      from.parent === null || from.parent.relation === 'subagent' ? undefined : await read.session(from.parent.uid);
    if (!parent || sessions >= mostSessions) return { events, oldest: from, cut: parent !== undefined };
    const left = from.parent!.step === null ? undefined : await read.event(refOf(from.parent!.step));
    before = left?.session === parent.uid ? await endOfStep(read, left) : undefined;
    from = parent;
  }
}

/** A fork shares the step it left from, with its result. */
async function endOfStep(read: StoreReader, step: Event): Promise<number> {
  const own = await read.eventsOfStep(refOf(step.id), 8);
  return Math.max(step.seq, ...own.filter(({ session }) => session === step.session).map(({ seq }) => seq)) + 1;
}

const mostHelpers = 12;
const eventsOfHelper = 250;

/** The sub-agents that worked last; those started after `at` are left out. */
async function delegatedIn(
  read: StoreReader,
  session: Session,
  events: readonly Event[],
  at: Event | undefined,
): Promise<readonly Delegated[]> {
  const sessions = new Set<SessionUid>([session.uid, ...events.map((event) => event.session)]);
  const places = new Map(events.map(({ id }, place) => [id, place]));
  const helpers = (await Promise.all([...sessions].map((uid) => startedBy(read, uid, events)))).flat();
  const until = at?.at ?? null;
  const known = helpers.filter(({ parent, started_at }) =>
    parent!.step === null ? until === null || started_at === null || started_at <= until : places.has(parent!.step),
  );
  const latest = known.toSorted((a, b) => (a.ended_at ?? '').localeCompare(b.ended_at ?? '')).slice(-mostHelpers);
  return await Promise.all(
    latest.map(async (helper) => {
      const recent = await read.recentEvents(helper.uid, { limit: eventsOfHelper });
      const done = until === null ? recent : recent.filter((event) => event.at === null || event.at <= until);
      return { session: helper, call: helper.parent!.step, events: done.toReversed() };
    }),
  );
}

/** When a session started many sub-agents: only those started within the stretch. */
async function startedBy(read: StoreReader, uid: SessionUid, events: readonly Event[]): Promise<readonly Session[]> {
  const all = await read.children(uid, mostChildren);
  if (all.length < mostChildren) return all.filter(isHelper);
  const calls = events
    .filter((event) => event.session === uid && event.act === 'agent' && event.step === event.id)
    .slice(-2 * mostHelpers);
  const begun = await read.effects(calls.map(({ id }) => refOf(id)));
  const first = await read.eventsOf(
    begun.filter(({ types }) => types.includes('spawned')).map(({ effect }) => refOf(effect)),
  );
  const found = await Promise.all(
    [...new Set(first.map(({ session }) => session))].map((child) => read.session(child)),
  );
  return found.filter((child) => child !== undefined && isHelper(child)) as readonly Session[];
}

function isHelper({ parent }: Session): boolean {
  return parent?.relation === 'subagent';
}

const mostChildren = 50;

/** The first ask is at the beginning. The ask of this stretch may lie before it and is found through its turn. */
async function asksBefore(read: StoreReader, oldest: Session, events: readonly Event[]): Promise<readonly Event[]> {
  const found: Event[] = [];
  const first = (await read.events(oldest.uid, { after: 0, limit: beginning })).find(isAsk);
  if (first && first.seq <= (events.findLast(({ session }) => session === oldest.uid)?.seq ?? 0)) found.push(first);
  if (!events.some(isAsk)) {
    const last = await askBehind(read, events[0]);
    if (last && last.id !== first?.id) found.push(last);
  }
  return found;
}

/** A sub-agent gets its task from the agent that started it, on behalf of a person. */
async function tasked(read: StoreReader, { uid, parent }: Session): Promise<readonly Event[]> {
  if (parent === null) return [];
  const call = parent.step === null ? undefined : await read.event(refOf(parent.step));
  const wanted = await askBehind(read, call ?? (await read.recentEvents(parent.uid, { limit: 1 }))[0]);
  const task = (await read.events(uid, { after: 0, limit: beginning })).find(({ kind }) => kind === 'user_msg');
  return [wanted, task].filter((event) => event !== undefined);
}

const beginning = 60;
const mostTurns = 40;

/** Goes back turn by turn: a turn may have been opened by a notification instead of a person. */
async function askBehind(read: StoreReader, event: Event | undefined): Promise<Event | undefined> {
  let at = event;
  for (let turns = 0; at !== undefined && turns < mostTurns; turns++) {
    const prompt = at.turn === null || at.turn === at.id ? at : await read.event(refOf(at.turn));
    if (!prompt) return undefined;
    if (isAsk(prompt)) return prompt;
    at = (await read.recentEvents(prompt.session, { before: prompt.seq, limit: 1 }))[0];
  }
  return undefined;
}
