import { plural } from '../../format.ts';
import { isPrompt } from '../data/kinds.ts';
import { nameOf, type Steps } from '../data/steps.ts';

/** The calls of the session itself between two places (`seq`), as one line; null when there are none. */
export interface CallsBetween {
  readonly first: number;
  readonly text: string;
  readonly failed: number;
}

/** `4 calls: Read 2×, Edit, Bash`. */
export function callsBetween(steps: Steps, after: number, before: number): CallsBetween | null {
  const root = steps.parts[0]!;
  const names = new Map<string, number>();
  let first = -1;
  let failed = 0;
  let total = 0;
  for (let own = firstAfter(root.seq, after); own < root.count && root.seq[own]! < before; own++) {
    const step = steps.stepAt(0, own);
    if (isPrompt(steps.kind[step]!)) continue;
    if (first < 0) first = step;
    failed += steps.failed[step]!;
    total++;
    const name = nameOf(steps, step);
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  if (total === 0) return null;
  const listed = [...names].slice(0, maxNames).map(([name, times]) => (times > 1 ? `${name} ${times}×` : name));
  return {
    first,
    failed,
    text: `${plural(total, 'call')}: ${listed.join(', ')}${names.size > maxNames ? ' …' : ''}`,
  };
}

const maxNames = 6;

/** The first index whose `seq` is greater. */
function firstAfter(seqs: Int32Array, after: number): number {
  let [low, high] = [0, seqs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (seqs[middle]! <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
