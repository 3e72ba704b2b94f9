import { eventNamed } from '../find/load-find.ts';
import { after, eventName, eventSession, limit } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const parents = defineQuestion({
  name: 'parents',
  summary: 'Show the recorded parents of an event, nearest first',
  input: { event: eventName, session: eventSession, limit: limit(50, 1_000, 'parents'), after },
  positionals: ['event'],
  output: 'ParentsAnswer',
  http: { path: '/api/events/:event/parents' },
  async run({ read }, { event: name, session, ...page }) {
    const { parents: walkUp } = await import('./parents.ts');
    return walkUp(read, await eventNamed(read, name, session), page);
  },
});
