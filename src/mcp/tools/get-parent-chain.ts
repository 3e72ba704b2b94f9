import { parents } from '../../ask/walk/parents-question.ts';
import { lines, more, stepText } from '../text.ts';
import { questionTool } from '../tool.ts';

export const getParentChainTool = questionTool(parents, {
  name: 'get_parent_chain',
  title: 'Recorded parents of an event',
  description:
    'The recorded lineage of an event: its parent, the parent of that, and so on to the beginning, nearest first: of a result its call, of a call the message it came with, of a message what it answers. ' +
    'Use it to reconstruct the exact thread an event is in, as the agent itself linked it. For reasons rather than order use `why`: a parent is what came before, not what caused it. ' +
    'Give the id of an event. Comes back: `event`, `events` without the event itself, and `lineage`, which also crosses from a sub-agent to the call that started it. ' +
    'A chain that is longer than the limit is cut at its far end; call again with the id of the last one to go on. Agents that record no parents have short chains.',
  // One goes on from the last id.
  inputs: { after: null },
  shortening: {
    length: ({ events }) => events.length,
    to: (answer, length) => ({ ...answer, events: answer.events.slice(0, length), truncated: true, next: length }),
  },
  text: ({ event, events, truncated }) =>
    lines(
      `Parents of ${stepText(event)}, nearest first:`,
      events.length === 0 && 'none is recorded',
      events.map((each) => `- ${each.kind} ${stepText(each)}`),
      more(truncated, `call again with ${events.at(-1)?.id ?? event.id}.`),
    ),
});
