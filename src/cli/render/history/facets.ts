import type { Facet } from '../../../model/words.ts';

const names: Readonly<Record<Facet, string>> = {
  times: 'times',
  tokens: 'tokens',
  thinking: 'thinking',
  exit_codes: 'exit codes',
  durations: 'durations',
  lineage: 'which record follows which',
  subagents: 'sub-agents',
};

export function facetNames(facets: readonly Facet[]): string {
  return facets.map((facet) => names[facet]).join(', ');
}
