import { eventNamed } from '../find/load-find.ts';
import { eventName, eventSession } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const event = defineQuestion({
  name: 'event',
  summary: 'Show everything about one event, its content included',
  input: { event: eventName, session: eventSession },
  positionals: ['event'],
  output: 'EventAnswer',
  http: { path: '/api/events/:event' },
  async run({ read, sources, raw }, { event: name, session }) {
    const { event: show } = await import('./event.ts');
    return show(read, await eventNamed(read, name, session), { sources, raw });
  },
});
