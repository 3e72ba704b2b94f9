import type { Key } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Act } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';

/** Where steps that failures name stand in their session, counted in calls. */
export interface Places {
  /** Of the whole session. */
  readonly calls: number;
  of(step: Key): Place;
  /** Whether it is in this session. */
  has(step: Key): boolean;
}

export interface Place {
  /** 0 for a step of another session, or one that was not asked for. */
  readonly seq: number;
  readonly call: number;
  readonly at: number | null;
  readonly act: Act | null;
}

const elsewhere: Place = { seq: 0, call: 0, at: null, act: null };

/** Of these steps it reads where they are; of the rest of a session only how many calls there are. */
export async function placesIn(read: StoreReader, session: Session, steps: readonly Key[]): Promise<Places> {
  const found = new Map<Key, Place>();
  const calls = await callsIn(read, session);
  for (let at = 0; at < steps.length; at += few) {
    for (const { seq, event, at: time, act } of await read.outlineOf(session.uid, steps.slice(at, at + few)))
      found.set(event, { seq, call: numberUpTo(calls, seq), at: time, act });
  }
  return { calls: calls.length, of: (step) => found.get(step) ?? elsewhere, has: (step) => found.has(step) };
}

const few = 1_000;

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
  for (let high = seqs.length; low < high;) {
    const middle = (low + high) >> 1;
    if (seqs[middle]! <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
