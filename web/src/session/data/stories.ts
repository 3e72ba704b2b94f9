import type { SkeletonStory } from '../../../../src/types.ts';
import type { Skeleton } from './skeleton.ts';
import type { Steps } from './steps.ts';

/** The story of a failure, as indexes in the list of steps. */
export interface Story extends Pick<SkeletonStory, 'chain' | 'kind' | 'state' | 'type' | 'minutes'> {
  readonly error: number;
  /** Most likely culprit first. */
  readonly culprit: readonly number[];
  readonly attempts: readonly number[];
  readonly fix: readonly number[];
  readonly proof: number | null;
}

/** The roles of a step in stories, one bit each. Of several roles, the first in this order is shown. */
export const roles = [
  'open',
  'unverified',
  'resolved',
  'attempt',
  'fix',
  'proof',
  'benign',
  'denied',
  'cascade',
] as const;
export type Role = (typeof roles)[number];

const bit = Object.fromEntries(roles.map((role, index) => [role, 1 << index])) as Readonly<Record<Role, number>>;

export function roleOf(bits: number): Role | null {
  return bits === 0 ? null : (roles.find((role) => (bits & bit[role]) !== 0) ?? null);
}

export function rolesIn(
  count: number,
  parts: readonly Skeleton[],
  indexes: readonly Int32Array[],
): Pick<Steps, 'stories' | 'role' | 'storyOf'> {
  const stories: Story[] = [];
  const role = new Uint16Array(count);
  const storyOf = new Int32Array(count).fill(-1);
  for (const [part, skeleton] of parts.entries()) {
    const at = (index: number): number => indexes[part]![index] ?? -1;
    const all = (list: readonly number[]): number[] => list.map(at).filter((step) => step >= 0);
    for (const { chain, kind, state, type, minutes, error, culprit, attempts, fix, proof } of skeleton.stories) {
      if (at(error) < 0) continue;
      stories.push({
        chain,
        kind,
        state,
        type,
        minutes,
        error: at(error),
        culprit: all(culprit),
        attempts: all(attempts),
        fix: all(fix),
        proof: proof === null || at(proof) < 0 ? null : at(proof),
      });
    }
  }
  stories.sort((a, b) => a.error - b.error);
  const take = (step: number, as: Role, story: number): void => {
    role[step]! |= bit[as];
    if (storyOf[step]! < 0 || stories[storyOf[step]!]!.error !== step) storyOf[step] = story;
  };
  for (const [number, story] of stories.entries()) {
    for (const step of story.attempts) take(step, 'attempt', number);
    for (const step of story.fix) take(step, 'fix', number);
    if (story.proof !== null) take(story.proof, 'proof', number);
    take(story.error, errorRole(story), number);
  }
  return { stories, role, storyOf };
}

/** A real failure without a fix. */
export function isOpen({ kind, state }: Pick<Story, 'kind' | 'state'>): boolean {
  return kind === 'real' && (state === 'open' || state === 'failed');
}

/** The label of a role in a row. */
export const roleLabels: Readonly<Record<Role, string>> = {
  open: 'open',
  unverified: 'unverified',
  resolved: 'fixed',
  attempt: 'attempt',
  fix: 'fix',
  proof: 'proof',
  benign: 'benign',
  denied: 'denied',
  cascade: 'cancelled',
};

function errorRole(story: Pick<Story, 'kind' | 'state'>): Role {
  if (story.kind !== 'real') return story.kind;
  if (isOpen(story)) return 'open';
  return story.state === 'resolved' ? 'resolved' : 'unverified';
}
