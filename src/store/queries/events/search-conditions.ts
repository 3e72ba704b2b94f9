import { actCodes, kindCodes } from '../../rows/codes.ts';
import type { SearchFilter, SearchHit } from '../../store.ts';
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
export function searchConditions(filter: SearchFilter): Conditions {
  const conditions = new Conditions();
  conditions.add('e.kind = ?', filter.kind && kindCodes.encode(filter.kind)!);
  conditions.add('e.act = ?', filter.act && actCodes.encode(filter.act)!);
  conditions.add('lower(e.tool) = ?', filter.tool?.toLowerCase());
  conditions.add('e.failed = ?', filter.failed === undefined ? undefined : Number(filter.failed));
  conditions.add('e.at >= ?', filter.since);
  return conditions;
}
