import { findSession } from '../find/find-session.ts';
import { limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const performance = defineQuestion({
  name: 'performance',
  summary: 'Show where the time and the tokens of a session went',
  input: { session: sessionName, limit: limit(15, 100, 'entries of each list') },
  positionals: ['session'],
  output: 'PerformanceAnswer',
  http: { path: '/api/sessions/:session/performance', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { performance: measure } = await import('./performance.ts');
    return measure(read, await findSession(read, name), options);
  },
});
