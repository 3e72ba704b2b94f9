import { eventNamed } from '../find/load-find.ts';
import { depth, eventName, eventSession, limit } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const children = defineQuestion({
  name: 'children',
  summary: 'Show the events recorded under an event',
  input: {
    event: eventName,
    session: eventSession,
    depth: { ...depth, default: 1, summary: 'At most this many levels down' },
    limit: limit(50, 1_000, 'events'),
  },
  positionals: ['event'],
  output: 'ChildrenAnswer',
  http: { path: '/api/events/:event/children' },
  async run({ read }, { event: name, session, ...options }) {
    const { children: walkDown } = await import('./children.ts');
    return walkDown(read, await eventNamed(read, name, session), options);
  },
});
