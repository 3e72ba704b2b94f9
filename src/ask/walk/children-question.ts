import { eventNamed } from '../find/load-find.ts';
import { after, depth, eventName, eventSession, limit } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

const input = { event: eventName, session: eventSession, limit: limit(50, 1_000, 'events'), after } as const;
const levels = { ...depth, summary: 'At most this many levels down; 1 is children only' } as const;

export const children = defineQuestion({
  name: 'children',
  summary: 'Show the events recorded under an event',
  input: { ...input, depth: { ...levels, default: 1 } },
  positionals: ['event'],
  output: 'ChildrenAnswer',
  http: { path: '/api/events/:event/children' },
  async run({ read }, { event: name, session, ...options }) {
    const { children: walkDown } = await import('./children.ts');
    return walkDown(read, await eventNamed(read, name, session), options);
  },
});

export const eventTree = defineQuestion({
  name: 'eventTree',
  summary: 'Show everything recorded under an event, level by level',
  input: { ...input, depth: { ...levels, default: 10 } },
  positionals: ['event'],
  output: 'ChildrenAnswer',
  http: { path: '/api/events/:event/tree' },
  async run({ read }, { event: name, session, ...options }) {
    const { children: walkDown } = await import('./children.ts');
    return walkDown(read, await eventNamed(read, name, session), options);
  },
});
