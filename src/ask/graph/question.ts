import { findSession } from '../find/load-find.ts';
import { after, limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const graph = defineQuestion({
  name: 'graph',
  summary: 'Show the steps of a session, each with its direct causes',
  details: 'A step is a prompt, or a call together with its result.',
  input: { session: sessionName, limit: limit(100, 1_000, 'steps'), after },
  positionals: ['session'],
  output: 'GraphAnswer',
  http: { path: '/api/sessions/:session/graph' },
  async run({ read }, { session: name, ...options }) {
    const { graph: steps } = await import('./graph.ts');
    return steps(read, await findSession(read, name), options);
  },
});
