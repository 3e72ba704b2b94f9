import { limit } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const facets = defineQuestion({
  name: 'facets',
  summary: 'List the agents, repositories and models there are sessions of, the most used first',
  input: { limit: limit(200, 1_000, 'of each') },
  output: 'FacetsAnswer',
  http: { path: '/api/facets' },
  async run({ read }, input) {
    const { facets: count } = await import('./facets.ts');
    return count(read, input);
  },
});
