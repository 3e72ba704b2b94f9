import { findSession } from '../find/load-find.ts';
import { sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const judgePlan = defineQuestion({
  name: 'judgePlan',
  summary: 'Render a session as questions for a model that judges it',
  details:
    'Nothing is sent anywhere: the answer holds the texts that `stemma judge` would send, redacted, and their size. ' +
    'Prompts are named P1, P2, …, calls C1, C2, …; a session that is too long for one question has several windows.',
  input: {
    session: sessionName,
    budget: {
      type: 'integer',
      min: 8_000,
      max: 1_000_000,
      default: 60_000,
      placeholder: 'TOKENS',
      summary: 'At most this many tokens (characters / 4) in one question',
    },
  },
  positionals: ['session'],
  output: 'JudgePlan',
  http: { path: '/api/sessions/:session/judge', isLong: true },
  async run({ read, sources }, { session: name, budget }) {
    const { judgePlan: plan } = await import('./plan.ts');
    return plan(read, await findSession(read, name), { sources: await sources(), budget });
  },
});
