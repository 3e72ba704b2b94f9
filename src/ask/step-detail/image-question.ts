import { eventNamed } from '../find/load-find.ts';
import { eventName, eventSession } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const image = defineQuestion({
  name: 'image',
  summary: 'Give one of the pictures of an event, counted from 1',
  input: {
    event: eventName,
    number: { type: 'integer', min: 1, max: 999_999, required: true, summary: 'Which of the pictures' },
    session: eventSession,
  },
  positionals: ['event', 'number'],
  output: 'ImageAnswer',
  async run({ read }, { event: name, number, session }) {
    const { image: find } = await import('./image.ts');
    return find(read, await eventNamed(read, name, session), number);
  },
});
