import type { Stories, Story } from './stories.ts';

/** Failures of one sort. */
export interface Gathered {
  /** In order, at least one. */
  readonly stories: readonly Story[];
  /** Calls that were called off because of them. */
  readonly cascades: number;
}

/**
 * One for each sort of failure: what failed in the same way is one, what was called off belongs to what it was called
 * off for. Answers are none.
 */
export function gather(stories: Stories): readonly Gathered[] {
  const sorts = new Map<string, { stories: Story[]; cascades: number }>();
  for (const story of stories.all) {
    if (story.kind === 'benign') continue;
    const origin = stories.originOf(story);
    const sort = sorts.get(stories.sortOf(origin)) ?? { stories: [], cascades: 0 };
    sorts.set(stories.sortOf(origin), sort);
    if (origin === story) sort.stories.push(story);
    else sort.cascades += 1;
  }
  // What was called off for an answer is nobody's failure.
  return [...sorts.values()].filter((sort) => sort.stories.length > 0);
}
