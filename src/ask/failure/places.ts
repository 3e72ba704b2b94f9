import { eventRef, type EventRef, type Key } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Act } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';

/** Where the steps that failures name stand in their session, counted in calls. */
export interface Places {
  /** Of the whole session. */
  readonly calls: number;
  of(step: Key): Place;
  /** Whether it is anywhere, in this session or another. */
  has(step: Key): boolean;
}

export interface Place {
  /** 0 for a step of another session. */
  readonly seq: number;
  readonly call: number;
  readonly at: number | null;
  readonly act: Act | null;
}

const elsewhere: Place = { seq: 0, call: 0, at: null, act: null };

/** Of the steps that failures name it reads where they are; of the rest of a session only how many calls there are. */
export async function placesIn(read: StoreReader, session: Session, named: Iterable<EventRef>): Promise<Places> {
  /** The tree of each. */
  const missing = new Map<Key, Key>();
  for (const { tree, event } of named) missing.set(event, tree);
  const found = new Map<Key, Place>();
  const calls = await callsIn(read, session);
  for (const keys of inParts([...missing.keys()])) {
    for (const { seq, event, at, act } of await read.outlineOf(session.uid, keys)) {
      found.set(event, { seq, call: numberUpTo(calls, seq), at, act });
      missing.delete(event);
    }
  }
  // A sub-agent's failure may be the doing of its caller.
  for (const part of inParts([...missing])) for (const { id } of await read.eventsOf(part.map(([event, tree]) => ({ tree, event })))) found.set(eventRef(id)!.event, elsewhere);
  return { calls: calls.length, of: (step) => found.get(step) ?? elsewhere, has: (step) => found.has(step) };
}

async function callsIn(read: StoreReader, { uid }: Session): Promise<readonly number[]> {
  const all: number[] = [];
  for (;;) {
    const seqs = await read.callsAfter(uid, { after: all.at(-1) ?? 0, limit: atOnce });
    for (const seq of seqs) all.push(seq);
    if (seqs.length < atOnce) return all;
  }
}

const atOnce = 20_000;

/** How many of these, which are in order, are not larger. */
function numberUpTo(seqs: readonly number[], seq: number): number {
  let low = 0;
  for (let high = seqs.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (seqs[middle]! <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* inParts<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += few) yield items.slice(at, at + few);
}

const few = 1_000;
