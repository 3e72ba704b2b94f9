import { findSession } from '../find/load-find.ts';
import { sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const digest = defineQuestion({
  name: 'digest',
  summary: 'Sum up a session: how it ended, what was done, what is open',
  details:
    'A digest is kept of every session for ever, also when its bytes are evicted: outcome, cost, files, commands ' +
    'and how they ended, decisions, errors, skills, sub-agents, and what is open. It is derived by rules and ' +
    'never by a model; each line names the step it comes from. The outcome is success, partial, failed, ' +
    'abandoned or unknown, with the reason in a sentence; without evidence it is unknown. While the agent works, the ' +
    'session is running and has no outcome.',
  input: { session: sessionName },
  positionals: ['session'],
  output: 'DigestAnswer',
  http: { path: '/api/sessions/:session/digest', isLong: true },
  async run({ read, now }, { session: name }) {
    const { digest: sumUp } = await import('./digest.ts');
    return sumUp(read, await findSession(read, name), { now });
  },
});
