import { findSession } from '../find/load-find.ts';
import { limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const tree = defineQuestion({
  name: 'tree',
  summary: 'Show a session by turns, sub-agents under their calls',
  details: 'Forks and resumes are shown where they left from, as sessions of their own; they have a tree too.',
  input: { session: sessionName, limit: limit(200, 5_000, 'steps') },
  positionals: ['session'],
  output: 'TreeAnswer',
  http: { path: '/api/sessions/:session/tree', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { tree: turns } = await import('./tree.ts');
    return turns(read, await findSession(read, name), options);
  },
});
