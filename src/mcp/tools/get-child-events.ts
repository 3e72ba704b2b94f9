import * as z from 'zod';
import { descendants } from '../../ask/walk/descendants.ts';
import { namedEvent } from '../named-event.ts';
import { eventGiven, limitGiven, withinSession } from '../inputs.ts';
import { eventShape, truncated } from '../outputs.ts';
import { lines, more, told } from '../text.ts';
import { question } from '../tool.ts';

export const getChildEventsTool = question({
  name: 'get_child_events',
  title: 'Recorded children of an event',
  description:
    'The events that name this one as their parent, in order; with `depth` also theirs, nearest first. ' +
    'Use it to see what came out of a prompt or a message as the agent linked it: the calls it made, their results, what was said then. For everything a step influenced, whoever recorded it, the causes told by `why` of later steps say more. ' +
    'Give the id of an event. Comes back: `event` and `children`, each with its `depth`. A limit cuts what is furthest away.',
  input: z.object({
    event: eventGiven,
    session: withinSession,
    depth: z.number().int().min(1).max(20).default(1).describe('1 is children, 2 their children too.'),
    limit: limitGiven(50, 1000, 'children'),
  }),
  output: z.looseObject({ event: eventShape, children: z.array(eventShape.extend({ depth: z.number() })), truncated }),
  async answer({ read }, { event: name, session, depth, limit }) {
    const event = await namedEvent(read, name, session);
    const found = await descendants(read, event, depth, limit + 1);
    return { event, children: found.slice(0, limit), truncated: found.length > limit };
  },
  shortening: {
    length: ({ children }) => children.length,
    to: (answer, length) => ({ ...answer, children: answer.children.slice(0, length), truncated: true }),
  },
  text: ({ event, children, truncated }) =>
    lines(
      `Children of ${told(event)}:`,
      children.length === 0 && 'none is recorded',
      children.map((each) => `${'  '.repeat(each.depth - 1)}- ${each.kind} ${told(each)}`),
      more(truncated, 'give a larger limit, or ask about one of these.'),
    ),
});
