import type { SessionFilter } from '../../store.ts';

/**
 * What comes before the time in the order of `session s`: nothing, or a number, the greatest first. `failures` is how
 * many a session has.
 */
export function sortedBy({ sort }: SessionFilter, failures: string): string {
  return sort === undefined ? '' : `${sort === 'failures' ? failures : columns[sort]} desc, `;
}

const columns: Readonly<Record<Exclude<NonNullable<SessionFilter['sort']>, 'failures'>, string>> = {
  longest: 's.wall_clock_ms',
  steps: 's.steps',
  tokens: 's.output_tokens',
};
