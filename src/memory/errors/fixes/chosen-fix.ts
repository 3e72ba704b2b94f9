import type { FailedAction, FixTracker } from '../attempts/fix-tracker.ts';
import { maxUnproven, signalsOfSteps } from './fix-signals.ts';
import type { FixChoice } from './fix-weights.ts';
import { LaterSteps } from './later-step.ts';

/**
 * Follows a failure by the rules of a tracker, and names of the steps that it proposes as the fix only those that are
 * likely one. Where none is, the fix is not known.
 */
export function choosing(
  tracker: FixTracker,
  failed: FailedAction,
  { chance, threshold, isAskedAboutAll = false }: FixChoice,
): FixTracker {
  const later = new LaterSteps(failed);
  let chosen: { readonly of: string; readonly fix: readonly string[] } | undefined;
  return {
    follow(action, failure) {
      later.add(action, failure);
      tracker.follow(action, failure);
    },
    get over() {
      return tracker.over;
    },
    get attempts() {
      return tracker.attempts;
    },
    get fix() {
      const proposed = new Set(tracker.fix);
      if (proposed.size === 0) return [];
      const proof = tracker.proof?.key ?? null;
      // Without a proof more may follow; with one, nothing after it counts.
      const of = `${proof ?? Math.min(later.all.length, maxUnproven)} ${[...proposed].join(' ')}`;
      if (chosen?.of !== of) {
        const isAsked = (key: string): boolean => isAskedAboutAll || proposed.has(key);
        const likely = new Set(tracker.asked);
        for (const { key, signals } of signalsOfSteps(failed, later.all, { proof, isAsked }))
          if (chance(failed.action.key, key, signals) >= threshold) likely.add(key);
        chosen = { of, fix: [...proposed].filter((key) => likely.has(key)) };
      }
      return chosen.fix;
    },
    get how() {
      return this.fix.length === 0 ? null : tracker.how;
    },
    get proof() {
      return tracker.proof;
    },
  };
}
