import { isPrompt, promptKind } from './kinds.ts';
import type { Steps } from './steps.ts';

/**
 * What a step stands below, whatever caused it: the prompt of its turn; of a prompt that nobody typed, such as the
 * summary after a compaction, the prompt before it; of the first prompt of a sub-agent, the call that started it. -1 for
 * a prompt that a person typed, and at the start.
 */
export function aboveOf(steps: Steps, step: number): number {
  const { part, kind, turn, turnStart, bands } = steps;
  if (part[step] === 0) {
    const start = turnStart[turn[step]!]!;
    if (start !== step) return isPrompt(kind[start]!) ? start : -1;
    if (kind[step] === promptKind || turn[step] === 0) return -1;
    const before = turnStart[turn[step]! - 1]!;
    return isPrompt(kind[before]!) ? before : -1;
  }
  if (isPrompt(kind[step]!)) return bands.find(({ open }) => open?.part === part[step])?.after ?? -1;
  const first = turnStart[turn[step]!]!;
  for (let at = step - 1; at > first; at--) if (part[at] === part[step] && isPrompt(kind[at]!)) return at;
  return -1;
}
