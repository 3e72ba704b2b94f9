import { eventNamed } from '../find/load-find.ts';
import { depth, eventName, eventSession, limit, minConfidence } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const roots = defineQuestion({
  name: 'roots',
  summary: 'Show where an event began: the causes that have no cause',
  details:
    'Each root by the strongest path that leads to it. A path is as strong as the product of the confidences on ' +
    'it.',
  input: { event: eventName, session: eventSession, depth, minConfidence, limit: limit(10, 1_000, 'roots') },
  positionals: ['event'],
  output: 'RootsAnswer',
  http: { path: '/api/events/:event/roots' },
  async run({ read }, { event: name, session, ...options }) {
    const { roots: walkBack } = await import('./roots.ts');
    return walkBack(read, await eventNamed(read, name, session), options);
  },
});
