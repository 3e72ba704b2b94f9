import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import type { ToldError } from '../errors.ts';

/** What a failure took, from when it failed to its proof; without one, to the last thing done about it. */
export interface Cost {
  readonly calls: number;
  /** Null when times are not known. */
  readonly minutes: number | null;
  /** What was tried and did not help. */
  readonly attempts: number;
}

/** Where the steps that stories name stand in their session, counted in calls. */
export interface Places {
  readonly calls: number;
  of(step: EventId): Place;
}

export interface Place {
  readonly call: number;
  readonly step: Event | undefined;
}

/** Goes through the steps of the session once, and remembers only those that the stories name. */
export async function placesIn(read: StoreReader, session: Session, stories: readonly ToldError[]): Promise<Places> {
  const wanted = new Set(stories.flatMap(stepsOf));
  const found = new Map<EventId, Place>();
  let calls = 0;
  const page = 500;
  for (let after = 0; ; ) {
    const steps = await read.steps(session.uid, { after, limit: page });
    for (const step of steps) {
      if (step.tool !== null) calls += 1;
      if (wanted.has(step.id)) found.set(step.id, { call: calls, step });
    }
    if (steps.length < page) break;
    after = steps.at(-1)!.seq;
  }
  return { calls, of: (step) => found.get(step) ?? { call: 0, step: undefined } };
}

/** Of several failures of one sort: time that they shared is counted once. */
export function costOf(stories: readonly ToldError[], places: Places): Cost {
  let calls = 0;
  let ms = 0;
  let isTimed = false;
  let until = { call: 0, at: Number.NEGATIVE_INFINITY };
  for (const story of stories) {
    const { from, to } = spanOf(story, places);
    calls += Math.max(0, to.call - Math.max(from.call, until.call));
    if (from.at !== null && to.at !== null) {
      isTimed = true;
      ms += Math.max(0, to.at - Math.max(from.at, until.at));
    }
    until = { call: Math.max(until.call, to.call), at: Math.max(until.at, to.at ?? until.at) };
  }
  const attempts = new Set(stories.flatMap((story) => story.attempts.map(({ step }) => step)));
  return { calls, minutes: isTimed ? Math.round(ms / 6000) / 10 : null, attempts: attempts.size };
}

/** The last call that had to do with a failure. */
export function lastCallOf(story: ToldError, places: Places): number {
  return Math.max(...stepsOf(story).map((step) => places.of(step).call));
}

function spanOf(story: ToldError, places: Places): { readonly from: Moment; readonly to: Moment } {
  const at = story.at === null ? null : Date.parse(story.at);
  const from = { call: places.of(story.id).call, at };
  const end = story.verified_by ? [story.verified_by.step] : [story.id, ...[...story.attempts, ...story.fix].map(({ step }) => step)];
  const last = end.map((step) => places.of(step)).reduce((a, b) => (b.call > a.call ? b : a));
  const endedAt = last.step?.at ?? null;
  if (story.verified_by) return { from, to: { call: last.call, at: at === null || story.resolution_minutes === null ? null : at + story.resolution_minutes * 60_000 } };
  return { from, to: { call: last.call, at: endedAt === null || at === null ? null : Math.max(at, Date.parse(endedAt)) } };
}

interface Moment {
  readonly call: number;
  readonly at: number | null;
}

function stepsOf({ id, attempts, fix, verified_by }: ToldError): readonly EventId[] {
  return [id, ...[...attempts, ...fix, ...(verified_by ? [verified_by] : [])].map(({ step }) => step)];
}
