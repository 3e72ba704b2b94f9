import { findSession } from '../find/load-find.ts';
import { limit, minConfidence, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const tree = defineQuestion({
  name: 'tree',
  summary: 'Show a session by turns or by causes, sub-agents under their calls',
  details:
    'By turns, each call is below the prompt it was made for. With causal, each step is below what caused it: the first ' +
    'cause that was recorded, else the best inferred one. Other causes of the same step are named beside it. Forks and ' +
    'resumes are shown where they left from, as sessions of their own; they have a tree too.',
  input: {
    session: sessionName,
    causal: { type: 'flag', summary: 'Nest each step below what caused it' },
    minConfidence: {
      ...minConfidence,
      default: 0.5,
      summary: 'With causal: only causes with at least this confidence, 0 to 1; 1 leaves only what was recorded',
    },
    limit: limit(200, 5_000, 'steps'),
  },
  positionals: ['session'],
  output: 'TreeAnswer',
  http: { path: '/api/sessions/:session/tree', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { tree: nested } = await import('./tree.ts');
    return nested(read, await findSession(read, name), options);
  },
});
