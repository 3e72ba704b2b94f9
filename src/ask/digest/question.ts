import { findSession } from '../find/find-session.ts';
import { sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const digest = defineQuestion({
  name: 'digest',
  summary: 'Sum up a session: how it ended, what was done, what is open',
  input: { session: sessionName },
  positionals: ['session'],
  output: 'DigestAnswer',
  http: { path: '/api/sessions/:session/digest', isLong: true },
  async run({ read, now }, { session: name }) {
    const { digest: sumUp } = await import('./digest.ts');
    return sumUp(read, await findSession(read, name), { now });
  },
});
