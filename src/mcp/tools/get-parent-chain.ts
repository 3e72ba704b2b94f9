import * as z from 'zod';
import { lineage } from '../../ask/walk/lineage.ts';
import { stepOf } from '../../ask/walk/step-of.ts';
import { refOf } from '../../ask/walk/step.ts';
import type { Event } from '../../model/event.ts';
import { namedEvent } from '../named-event.ts';
import { eventGiven, limitGiven, withinSession } from '../inputs.ts';
import { eventShape, lineageShape, truncated } from '../outputs.ts';
import { lines, more, told } from '../text.ts';
import { question } from '../tool.ts';

export const getParentChainTool = question({
  name: 'get_parent_chain',
  title: 'Recorded parents of an event',
  description:
    'The recorded lineage of an event: its parent, the parent of that, and so on to the beginning, nearest first: of a result its call, of a call the message it came with, of a message what it answers. ' +
    'Use it to reconstruct the exact thread an event is in, as the agent itself linked it. For reasons rather than order use `why`: a parent is what came before, not what caused it. ' +
    'Give the id of an event. Comes back: `event`, `chain` without the event itself, and `lineage`, which also crosses from a sub-agent to the call that started it. ' +
    'A chain that is longer than the limit is cut at its far end; call again with the id of the last one to go on. Agents that record no parents have short chains.',
  input: z.object({ event: eventGiven, session: withinSession, limit: limitGiven(50, 1000, 'parents, the nearest') }),
  output: z.looseObject({ event: eventShape, chain: z.array(eventShape), lineage: lineageShape, truncated }),
  async answer({ read }, { event: name, session, limit }) {
    const event = await namedEvent(read, name, session);
    // The event itself comes first, and one more tells whether it goes on.
    const parents: readonly Event[] = (await read.parentChain(refOf(event.id), limit + 2)).slice(1);
    return {
      event,
      chain: parents.slice(0, limit),
      lineage: await lineage(read, await stepOf(read, event)),
      truncated: parents.length > limit,
    };
  },
  shortening: {
    length: ({ chain }) => chain.length,
    to: (answer, length) => ({ ...answer, chain: answer.chain.slice(0, length), truncated: true }),
  },
  text: ({ event, chain, truncated }) =>
    lines(
      `Parents of ${told(event)}, nearest first:`,
      chain.length === 0 && 'none is recorded',
      chain.map((each) => `- ${each.kind} ${told(each)}`),
      more(truncated, `call again with ${chain.at(-1)?.id ?? event.id}.`),
    ),
});
