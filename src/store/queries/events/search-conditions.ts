import { actCodes, kindCodes } from '../../rows/codes.ts';
import type { SearchHit, SearchQuery } from '../../store.ts';
import { Conditions } from '../conditions.ts';

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly totalIsExact: boolean;
}

export const noHits: SearchAnswer = { hits: [], total: 0, totalIsExact: true };

/** A search is bounded: a frequent word costs as much as a rare one, and the answer is marked as truncated. */
export const maxCounted = 10_000;
export const maxFiltered = 6_000;
export const maxRanked = 1_000;

/** The conditions of a search on `event e`. */
export function searchConditions(query: SearchQuery): Conditions {
  const conditions = new Conditions();
  conditions.add('e.kind = ?', query.kind && kindCodes.encode(query.kind)!);
  conditions.add('e.act = ?', query.act && actCodes.encode(query.act)!);
  conditions.add('e.failed = ?', query.failed === undefined ? undefined : Number(query.failed));
  conditions.add('e.at >= ?', query.since);
  return conditions;
}
