import { findSession } from '../find/load-find.ts';
import { after, limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const skeleton = defineQuestion({
  name: 'skeleton',
  summary: 'Show the shape of a session without its texts: columns of numbers, one entry per step',
  input: { session: sessionName, limit: limit(500_000, 500_000, 'steps'), after },
  positionals: ['session'],
  output: 'SkeletonAnswer',
  http: { path: '/api/sessions/:session/skeleton', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { skeleton: shape } = await import('./skeleton.ts');
    return shape(read, await findSession(read, name), options);
  },
});
