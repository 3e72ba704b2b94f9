import type { Pattern } from '../../../src/types.ts';
import { periodOf } from '../parts/period.ts';

/** The filter in the URL, as parameters for the server. */
export function filterOf(params: URLSearchParams) {
  return {
    repo: params.get('repo'),
    agent: params.get('agent'),
    ...periodOf(params),
    states: params.get('open') === '1' ? 'open,failed' : null,
  };
}

/** Failures of a pattern that nothing has fixed: neither verified, nor unverified, nor gone on a retry. */
export function openOf({ count, resolved, retried, unverified }: Pattern): number {
  return Math.max(0, count - resolved - retried - unverified);
}

/** In the order of the URL; the server's order is by relevance. */
export function sorted(patterns: readonly Pattern[], order: string | null): readonly Pattern[] {
  const by = orders[order ?? ''];
  return by ? patterns.toSorted((a, b) => by(b) - by(a)) : patterns;
}

const orders: Readonly<Record<string, (pattern: Pattern) => number>> = {
  count: ({ count }) => count,
  last: ({ last_at }) => (last_at === null ? 0 : Date.parse(last_at)),
  open: openOf,
  time: ({ median_minutes }) => median_minutes ?? -1,
};
