import { eventNamed } from '../find/load-find.ts';
import { eventName, eventSession } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const step = defineQuestion({
  name: 'step',
  summary: 'Show a step: what was said before it, what it asked, what came back, why, and what it led to',
  input: { event: eventName, session: eventSession },
  positionals: ['event'],
  output: 'StepAnswer',
  http: { path: '/api/steps/:event' },
  async run({ read, sources }, { event: name, session }) {
    const { stepDetail } = await import('./step-detail.ts');
    return stepDetail(read, await eventNamed(read, name, session), { sources });
  },
});
