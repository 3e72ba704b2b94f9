import { findSession } from '../find/load-find.ts';
import { sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const session = defineQuestion({
  name: 'session',
  summary: 'Show one session',
  input: { session: sessionName },
  positionals: ['session'],
  output: 'ListedSession',
  http: { path: '/api/sessions/:session' },
  async run({ read, now }, { session: name }) {
    const { withRunning } = await import('./running.ts');
    return (await withRunning(read, [await findSession(read, name)], now))[0]!;
  },
});
