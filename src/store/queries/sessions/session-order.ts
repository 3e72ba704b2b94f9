import { failures } from '../../rows/session-numbers.ts';
import type { SessionFilter } from '../../store.ts';

/** What comes before the time in the order of `session s`: nothing, or a number, the greatest first. */
export function sortedBy({ sort }: SessionFilter): string {
  return sort === undefined ? '' : `${columns[sort]} desc, `;
}

const columns: Readonly<Record<NonNullable<SessionFilter['sort']>, string>> = {
  longest: 's.wall_clock_ms',
  steps: 's.steps',
  failures,
  tokens: 's.output_tokens',
};
