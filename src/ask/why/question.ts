import { eventNamed } from '../find/load-find.ts';
import { depth, eventName, eventSession, limit, minConfidence } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const why = defineQuestion({
  name: 'why',
  summary: 'Walk back from an event to what caused it',
  details:
    'Shows the main path from the event back to where it began, then what else it depends on, across sub-agents, forks and ' +
    'resumed sessions. A cause is as strong as the product of the confidences on the way to it. Causes the agent recorded ' +
    'itself are marked so; inferred ones are certain, likely or possible. The order of events alone is never a cause: where ' +
    'nothing else is known, the answer says so and shows the turns and calls the event belongs to.',
  input: {
    event: eventName,
    session: eventSession,
    depth,
    minConfidence,
    limit: limit(60, 1_000, 'causes, the strongest'),
  },
  positionals: ['event'],
  output: 'WhyAnswer',
  http: { path: '/api/events/:event/why' },
  async run({ read }, { event: name, session, ...options }) {
    const { why: walkBack } = await import('./why.ts');
    return walkBack(read, await eventNamed(read, name, session), options);
  },
});
