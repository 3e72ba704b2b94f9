import type { Steps } from './steps.ts';

/** Lanes of the default gutter: each step is drawn below its strongest cause. */
export interface Threads {
  readonly lane: Uint8Array;
  /** The strongest cause of a step, if it is near enough; otherwise -1. */
  readonly parent: Int32Array;
  /** Lanes that enter the row of a step from above, and that leave it below; one bit each. */
  readonly above: Uint8Array;
  readonly below: Uint8Array;
  /** 1 if the strongest cause is too far away for a lane. */
  readonly far: Uint8Array;
}

export const lanes = 5;

/** A longer thread is cut: otherwise causes far away would occupy every lane. */
const request = 40;

/** In one pass, the last effect of a step inherits its lane; earlier ones branch off to the right. */
export function threadsIn(count: number, edges: Pick<Steps, 'firstCause' | 'cause'>): Threads {
  const { parent, last, far } = parentsIn(count, edges);
  const lane = new Uint8Array(count);
  const above = new Uint8Array(count);
  const below = new Uint8Array(count);
  /** The last step that occupies each lane. */
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
      // Highest confidence first.
      if (step - Math.max(from, last[from]!) > request) far[step] = 1;
      else {
        parent[step] = from;
        last[from] = step;
      }
      break;
    }
  }
  return { parent, last, far };
}

/** The nearest free lane to the right, else any free lane, else the last lane. */
function freeLane(until: Int32Array, step: number, from: number): number {
  for (let lane = from; lane < lanes; lane++) if (until[lane]! < step) return lane;
  for (let lane = 0; lane < from; lane++) if (until[lane]! < step) return lane;
  return lanes - 1;
}
