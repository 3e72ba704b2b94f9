import { type Facet, facets } from '../model/words.ts';
import type { Gives } from './source.ts';

const giveOfFacet: Readonly<Record<Facet, keyof Gives>> = {
  times: 'times',
  tokens: 'tokens',
  thinking: 'thinking',
  exit_codes: 'exitCodes',
  durations: 'durations',
  lineage: 'lineage',
  subagents: 'subagents',
};

/** What an agent does not record of its sessions, so that answers can state it. */
export function notRecorded(gives: Gives): readonly Facet[] {
  return facets.filter((facet) => !gives[giveOfFacet[facet]]);
}
