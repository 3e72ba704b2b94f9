import { eventRef, type EventId, type Key } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Act } from '../../model/words.ts';
import type { OutlineChain, StoreReader } from '../../store/store.ts';

/** Where the steps that failures name stand in their session, counted in calls. */
export interface Places {
  /** Of the whole session. */
  readonly calls: number;
  of(step: Key): Place;
  /** Whether it is anywhere, in this session or another. */
  has(step: Key | undefined): boolean;
}

export interface Place {
  /** 0 for a step of another session. */
  readonly seq: number;
  readonly call: number;
  readonly at: number | null;
  readonly act: Act | null;
}

const elsewhere: Place = { seq: 0, call: 0, at: null, act: null };

/** Goes through the steps of the session once, in few words, and remembers only those that the failures name. */
export async function placesIn(read: StoreReader, session: Session, chains: readonly OutlineChain[]): Promise<Places> {
  const wanted = new Map<Key, Place | undefined>();
  for (const chain of chains) for (const step of stepsOf(chain)) wanted.set(step, undefined);
  let calls = 0;
  for (let after = 0; ; ) {
    const steps = await read.outline(session.uid, { after, limit: atOnce });
    for (const { seq, event, tool, at, act } of steps) {
      if (tool !== null) calls += 1;
      if (wanted.has(event)) wanted.set(event, { seq, call: calls, at, act });
    }
    if (steps.length < atOnce) break;
    after = steps.at(-1)!.seq;
  }
  await findElsewhere(read, chains, wanted);
  return { calls, of: (step) => wanted.get(step) ?? elsewhere, has: (step) => step !== undefined && wanted.get(step) !== undefined };
}

const atOnce = 20_000;

/** A sub-agent's failure may be the doing of its caller. */
async function findElsewhere(read: StoreReader, chains: readonly OutlineChain[], wanted: Map<Key, Place | undefined>): Promise<void> {
  const tree = new Map<Key, Key>();
  for (const chain of chains) {
    for (const step of stepsOf(chain)) if (wanted.get(step) === undefined) tree.set(step, chain.tree);
    for (const step of named(chain)) if (wanted.get(step.event) === undefined) tree.set(step.event, step.tree);
  }
  const refs = [...tree].map(([event, of]) => ({ tree: of, event }));
  for (let at = 0; at < refs.length; at += few) {
    for (const { id } of await read.eventsOf(refs.slice(at, at + few))) wanted.set(eventRef(id)!.event, elsewhere);
  }
}

const few = 500;

function stepsOf({ chain, attempts, culprit, verifiedBy }: OutlineChain): readonly Key[] {
  return [chain, ...attempts.map(({ event }) => event), ...named({ culprit, verifiedBy }).map(({ event }) => event)];
}

function named({ culprit, verifiedBy }: { readonly culprit: readonly EventId[]; readonly verifiedBy: EventId | null }) {
  return [...culprit, ...(verifiedBy === null ? [] : [verifiedBy])].map((step) => eventRef(step)!);
}
