import type { SkeletonAnswer } from '../../../../src/types.ts';
import { types } from './kinds.ts';
import type { Skeleton } from './skeleton.ts';

/**
 * Whether an answer for the steps after `had` contains anything new. Most changes of the archive concern other
 * sessions, and combining the same steps again would cost a pass over all of them.
 */
export function hasChanged(had: Skeleton, answer: SkeletonAnswer): boolean {
  const { steps, edges, before } = answer;
  if (answer.truncated || answer.next !== had.next || before + steps.seq.length !== had.count) return true;
  if (
    !isSame(answer.session, had.session) ||
    !isSame(answer.children, had.children) ||
    !isSame(answer.stories, had.stories)
  )
    return true;
  if (
    !isSame(
      answer.beyond,
      had.beyond.filter(({ is, step }) => is === 'effect' || step >= before),
    )
  )
    return true;
  for (let n = 0, edge = had.firstCause[before]!; n < steps.seq.length; n++) {
    const index = before + n;
    if (
      steps.failed[n] !== had.failed[index] ||
      steps.took[n] !== had.took[index] ||
      steps.causes[n] !== had.firstCause[index + 1]! - had.firstCause[index]!
    )
      return true;
    for (; edge < had.firstCause[index + 1]!; edge++) {
      const edgeIndex = edge - had.firstCause[before]!;
      if (
        index - edges.back[edgeIndex]! !== had.cause[edge] ||
        Math.max(0, types.indexOf(answer.types[edges.type[edgeIndex]!]!)) !== had.type[edge]
      )
        return true;
      if (edges.confidence[edgeIndex] !== had.confidence[edge] || edges.basis[edgeIndex] !== had.basis[edge])
        return true;
    }
  }
  return false;
}

/** Deep equality of JSON values. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => isSame(one[name as never], other[name as never]));
}
