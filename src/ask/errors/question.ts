import { errorKindsField, limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const errors = defineQuestion({
  name: 'errors',
  summary: 'Show what failed in a session, why, and what fixed it',
  details:
    'Each failing call with its attempts, fix and proof, found by rules and never by a model. Its kind is real ' +
    '(something was wrong and had to be dealt with), benign (expected, such as a search that found nothing), ' +
    'denied (refused by a person or a rule) or cascade (cancelled because a call beside it failed). Manual ' +
    'entries (`stemma remember`) are among them. `stemma patterns` shows what fails again and again.',
  input: { session: sessionName, kinds: errorKindsField, limit: limit(20, 1_000, 'failures') },
  positionals: ['session'],
  output: 'ErrorsAnswer',
  http: { path: '/api/sessions/:session/errors', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { errors: stories } = await import('./errors.ts');
    const { findFailedSession } = await import('../find/find-failed-session.ts');
    return stories(read, await findFailedSession(read, name), options);
  },
});
