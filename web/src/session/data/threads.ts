import type { Steps } from './weave.ts';

/** Lanes of the quiet gutter: each step hangs from its best cause. */
export interface Threads {
  readonly lane: Uint8Array;
  /** What a step hangs from; -1 for nothing near. */
  readonly parent: Int32Array;
  /** Which lanes run into the row of a step from above, and out of it below; one bit each. */
  readonly above: Uint8Array;
  readonly below: Uint8Array;
  /** 1: it hangs from something too far away for a lane. */
  readonly far: Uint8Array;
}

export const lanes = 5;

/** A thread that rests for longer ends, for else far causes hold every lane. */
const reach = 40;

/** One pass: the last effect of a step inherits its lane, earlier ones branch off to the right. */
export function threadsIn(count: number, edges: Pick<Steps, 'firstCause' | 'cause'>): Threads {
  const { parent, last, far } = parentsIn(count, edges);
  const lane = new Uint8Array(count);
  const above = new Uint8Array(count);
  const below = new Uint8Array(count);
  /** The step each lane is taken up to. */
  const until = new Int32Array(lanes).fill(-1);
  for (let step = 0; step < count; step++) {
    for (let each = 0; each < lanes; each++) if (until[each]! >= step) above[step]! |= 1 << each;
    const from = parent[step]!;
    const goesOn = from >= 0 && last[from] === step && until[lane[from]!] === step;
    const own = goesOn ? lane[from]! : freeLane(until, step, from >= 0 ? lane[from]! : 0);
    lane[step] = own;
    if (last[step]! > step) until[own] = Math.max(until[own]!, last[step]!);
    for (let each = 0; each < lanes; each++) if (until[each]! > step) below[step]! |= 1 << each;
  }
  return { lane, parent, above, below, far };
}

function parentsIn(count: number, { firstCause, cause }: Pick<Steps, 'firstCause' | 'cause'>) {
  const parent = new Int32Array(count).fill(-1);
  const last = new Int32Array(count).fill(-1);
  const far = new Uint8Array(count);
  for (let step = 0; step < count; step++) {
    const end = firstCause[step + 1]!;
    for (let edge = firstCause[step]!; edge < end; edge++) {
      const from = cause[edge]!;
      if (from >= step) continue;
      // The best comes first.
      if (step - Math.max(from, last[from]!) > reach) far[step] = 1;
      else {
        parent[step] = from;
        last[from] = step;
      }
      break;
    }
  }
  return { parent, last, far };
}

/** To the right of where it hangs from, else anywhere; the last when all are taken. */
function freeLane(until: Int32Array, step: number, from: number): number {
  for (let lane = from; lane < lanes; lane++) if (until[lane]! < step) return lane;
  for (let lane = 0; lane < from; lane++) if (until[lane]! < step) return lane;
  return lanes - 1;
}
