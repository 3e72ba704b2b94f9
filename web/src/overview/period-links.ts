import type { OverviewAnswer } from '../../../src/types.ts';
import { linkTo } from '../router.ts';

type Extra = Readonly<Record<string, string | null | undefined>>;

/** Links to lists of the same period, so that what a list counts is what the overview counted. */
export function linksFor({ since, until }: Pick<OverviewAnswer, 'since' | 'until'>) {
  const days = { from: since.slice(0, 10), to: until.slice(0, 10) };
  return {
    ...days,
    sessions: (extra: Extra = {}) => linkTo('/sessions', { ...days, ...extra }),
    errors: (extra: Extra = {}) => linkTo('/errors', { ...days, ...extra }),
  };
}

export type PeriodLinks = ReturnType<typeof linksFor>;
