import { findSession } from '../find/find-session.ts';
import { minConfidence, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const criticalPath = defineQuestion({
  name: 'criticalPath',
  summary: 'Show the chain of causes that took most of the time',
  input: { session: sessionName, minConfidence },
  positionals: ['session'],
  output: 'CriticalPathAnswer',
  http: { path: '/api/sessions/:session/critical-path', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { criticalPath: longest } = await import('./critical-path.ts');
    return longest(read, await findSession(read, name), options);
  },
});
