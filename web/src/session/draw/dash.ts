import { bases } from '../data/kinds.ts';

/** The dashes of a link: none when it is recorded, dashes and dots when it is judged. `basis` is a place in `bases`. */
export function dashOf(basis: number, inferred: readonly number[]): number[] {
  if (bases[basis] === 'recorded') return [];
  return bases[basis] === 'judged' ? [9, 3, 2, 3] : [...inferred];
}
