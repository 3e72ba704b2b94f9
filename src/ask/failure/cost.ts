import type { Key } from '../../model/ids.ts';
import type { Places } from './places.ts';
import type { Story } from './stories.ts';

/** What a failure took, from when it failed to its proof; without one, to the last thing done about it. */
export interface FailureCost {
  readonly calls: number;
  /** Null when times are not known. */
  readonly minutes: number | null;
  /** Attempts that did not work. */
  readonly attempts: number;
}

/** Of several failures of one sort: time that they shared is counted once. */
export function costOf(stories: readonly Story[], places: Places): FailureCost {
  let calls = 0;
  let ms = 0;
  let isTimed = false;
  let until = { call: 0, at: Number.NEGATIVE_INFINITY };
  for (const story of stories) {
    const { from, to } = spanOf(story, places);
    calls += Math.max(0, to.call - Math.max(from.call, until.call));
    if (from.at !== null && to.at !== null) {
      isTimed = true;
      ms += Math.max(0, to.at - Math.max(from.at, until.at));
    }
    until = { call: Math.max(until.call, to.call), at: Math.max(until.at, to.at ?? until.at) };
  }
  const attempts = new Set(stories.flatMap((story) => story.attempts));
  return { calls, minutes: isTimed ? ms / 60_000 : null, attempts: attempts.size };
}

/** The last call that had to do with a failure. */
export function lastCallOf(story: Story, places: Places): number {
  return Math.max(...stepsOf(story).map((step) => places.of(step).call));
}

function spanOf(story: Story, places: Places): { readonly from: Moment; readonly to: Moment } {
  const { at, proof, attempts, fix, minutes } = story;
  const failing = places.of(story.key);
  const end = proof === null ? [failing, ...[...attempts, ...fix].map((step) => places.of(step))] : [places.of(proof)];
  const last = end.reduce((a, b) => (b.call > a.call ? b : a));
  const endedAt = proof === null ? last.at : minutes === null ? null : (at ?? 0) + Math.round(minutes * 60_000);
  return {
    from: { call: failing.call, at },
    to: { call: last.call, at: at === null || endedAt === null ? null : Math.max(at, endedAt) },
  };
}

interface Moment {
  readonly call: number;
  readonly at: number | null;
}

function stepsOf(story: Story): readonly Key[] {
  return [story.key, ...story.attempts, ...story.fix, ...(story.proof === null ? [] : [story.proof])];
}
