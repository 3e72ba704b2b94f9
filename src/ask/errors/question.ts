import { findSession } from '../find/find-session.ts';
import { errorKindsField, limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const errors = defineQuestion({
  name: 'errors',
  summary: 'Show what failed in a session, why, and what fixed it',
  input: { session: sessionName, kinds: errorKindsField, limit: limit(20, 1_000, 'failures') },
  positionals: ['session'],
  output: 'ErrorsAnswer',
  http: { path: '/api/sessions/:session/errors', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { errors: stories } = await import('./errors.ts');
    return stories(read, await findSession(read, name), options);
  },
});
