import { children } from '../../ask/walk/children-question.ts';
import { lines, more, stepText } from '../text.ts';
import { questionTool } from '../tool.ts';

export const getChildEventsTool = questionTool(children, {
  name: 'get_child_events',
  title: 'Recorded children of an event',
  description:
    'The events that name this one as their parent, in order; with `depth` also theirs, nearest first. ' +
    'Use it to see what came out of a prompt or a message as the agent linked it: the calls it made, their results, the messages that followed. For everything a step influenced, use `why` on later steps. ' +
    'Give the id of an event. Comes back: `event` and `events`, each with its `depth`. A limit cuts what is furthest away.',
  // One goes on from one of them.
  inputs: { after: null },
  shortening: {
    length: ({ events }) => events.length,
    to: (answer, length) => ({ ...answer, events: answer.events.slice(0, length), truncated: true, next: length }),
  },
  text: ({ event, events, truncated }) =>
    lines(
      `Children of ${stepText(event)}:`,
      events.length === 0 && 'none is recorded',
      events.map((each) => `${'  '.repeat(each.depth - 1)}- ${each.kind} ${stepText(each)}`),
      more(truncated, 'give a larger limit, or ask about one of these.'),
    ),
});
