import type { SkeletonAnswer } from '../../../../src/types.ts';
import { types } from './kinds.ts';
import type { Skeleton } from './skeleton.ts';

/**
 * Whether an answer for what came after `had` tells anything that is not known. It is asked for whenever something
 * has changed in the archive, and most of that is elsewhere; to put the same steps together again would cost a pass
 * over all of them.
 */
export function isNews(had: Skeleton, answer: SkeletonAnswer): boolean {
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
    const place = before + n;
    if (
      steps.failed[n] !== had.failed[place] ||
      steps.took[n] !== had.took[place] ||
      steps.causes[n] !== had.firstCause[place + 1]! - had.firstCause[place]!
    )
      return true;
    for (; edge < had.firstCause[place + 1]!; edge++) {
      const told = edge - had.firstCause[before]!;
      if (
        place - edges.back[told]! !== had.cause[edge] ||
        Math.max(0, types.indexOf(answer.types[edges.type[told]!]!)) !== had.type[edge]
      )
        return true;
      if (edges.confidence[told] !== had.confidence[edge] || edges.recorded[told] !== had.recorded[edge]) return true;
    }
  }
  return false;
}

/** Of what comes as JSON. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => isSame(one[name as never], other[name as never]));
}
