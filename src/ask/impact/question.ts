import { eventNamed } from '../find/load-find.ts';
import { depth, eventName, eventSession, limit, minConfidence } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const impact = defineQuestion({
  name: 'impact',
  summary: 'Walk on from an event to what it led to',
  details:
    '`why`, forward: what depends on the event directly, strongest first, and how much followed from each. ' +
    'Effects the agent recorded itself are marked so; inferred ones are certain, likely or possible.',
  input: {
    event: eventName,
    session: eventSession,
    depth,
    minConfidence,
    limit: limit(60, 1_000, 'effects, the strongest'),
  },
  positionals: ['event'],
  output: 'ImpactAnswer',
  http: { path: '/api/events/:event/impact' },
  async run({ read }, { event: name, session, ...options }) {
    const { impact: walkOn } = await import('./impact.ts');
    return walkOn(read, await eventNamed(read, name, session), options);
  },
});
