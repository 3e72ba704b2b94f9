import { Conditions } from '../../queries/conditions.ts';
import { rows, type Query } from '../../queries/query.ts';
import { ofRepo } from '../../queries/repo-condition.ts';
import type { SearchFilter } from '../../store.ts';

export interface DocRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The ranges of the search index to search, newest first. A session's documents are adjacent, so a filter on sessions
 * becomes a few ranges, and a frequent word is not searched in other repositories.
 */
export function* docRanges({ session, source, repo, since }: SearchFilter): Query<readonly DocRange[]> {
  const conditions = new Conditions();
  conditions.add('uid = ?', session);
  conditions.add(...ofRepo('session', repo));
  conditions.add('source = ?', source);
  conditions.add('ended_at >= ?', since);
  if (conditions.values.length === 0) return everything;
  conditions.always('first_doc is not null');
  const sessions = yield* rows<readonly [number, number]>(
    `select first_doc, last_doc from session ${conditions.where} order by first_doc`,
    ...conditions.values,
  );
  const ranges = merge(sessions.map(([first, last]) => ({ first, last })));
  return ranges.length > maxRanges ? everything : ranges.toReversed();
}

/** One range over all of them: where the cost does not depend on the size of the range. */
export function span(ranges: readonly DocRange[]): readonly DocRange[] {
  if (ranges.length < 2) return ranges;
  return [{ first: ranges.at(-1)!.first, last: ranges[0]!.last }];
}

const everything: readonly DocRange[] = [{ first: 1, last: Number.MAX_SAFE_INTEGER }];
// Each costs about as much as searching a hundred documents.
const maxRanges = 100;

function merge(ranges: readonly DocRange[]): readonly DocRange[] {
  const merged: { first: number; last: number }[] = [];
  for (const { first, last } of ranges) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before.last + 1) before.last = Math.max(before.last, last);
    else merged.push({ first, last });
  }
  return merged;
}
