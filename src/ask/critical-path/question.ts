import { findSession } from '../find/load-find.ts';
import { minConfidence, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const criticalPath = defineQuestion({
  name: 'criticalPath',
  summary: 'Show the chain of causes that took most of the time',
  details:
    'Of all chains of steps in which each was caused by the one before, the one that took longest: the model ' +
    'until it made each call, and the call until its result. Causes that are only possible do not link, and the ' +
    'time between turns is not counted.',
  input: { session: sessionName, minConfidence },
  positionals: ['session'],
  output: 'CriticalPathAnswer',
  http: { path: '/api/sessions/:session/critical-path', isLong: true },
  async run({ read }, { session: name, ...options }) {
    const { criticalPath: longest } = await import('./critical-path.ts');
    return longest(read, await findSession(read, name), options);
  },
});
