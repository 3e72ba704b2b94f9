import * as z from 'zod';
import { findSession } from '../../ask/find/find-session.ts';
import { timeline } from '../../ask/timeline/timeline.ts';
import type { TimelineAnswer } from '../../ask/timeline/timeline.ts';
import { kinds } from '../../model/words.ts';
import { limitGiven, sessionGiven } from '../inputs.ts';
import { eventShape, sessionShape, truncated } from '../outputs.ts';
import { lines, more, short, told } from '../text.ts';
import { question } from '../tool.ts';

export const timelineTool = question({
  name: 'timeline',
  title: 'What happened in a session',
  description:
    'The events of one session in order, a page at a time: prompts, answers, calls and their results, errors, decisions. ' +
    'Use it to read along what an agent did, or to find ids to ask `why` about. Long sessions have thousands of events: narrow it with `kinds` (user_msg shows only what was asked; error only what failed) or begin further on with `after`. ' +
    'Comes back: `session`, `events`, `total` (of all kinds), `truncated`, and `next`: give it as `after` for the next page. Summaries are one line; `event` has the whole text.',
  input: z.object({
    session: sessionGiven,
    after: z.number().int().min(0).default(0).describe('Begin after this `seq`; the `next` of the page before.'),
    kinds: z.array(z.enum(kinds)).min(1).max(kinds.length).optional().describe('Only these kinds.'),
    limit: limitGiven(50, 500, 'events'),
  }),
  output: z.looseObject({
    session: sessionShape,
    events: z.array(eventShape),
    total: z.number(),
    truncated,
    next: z.number().nullable(),
  }),
  answer: async ({ read }, { session, after, limit, kinds: only }): Promise<TimelineAnswer> =>
    timeline(read, await findSession(read, session), { after, limit, ...(only && { kinds: only }) }),
  shortening: {
    length: ({ events }) => events.length,
    to: (answer: TimelineAnswer, length) => ({
      ...answer,
      events: answer.events.slice(0, length),
      truncated: true,
      next: answer.events[length - 1]?.seq ?? null,
    }),
  },
  text: ({ session, events, total, truncated, next }) =>
    lines(
      `${session.uid}: ${short(session.title ?? 'untitled', 100)}${session.repo ? ` in ${session.repo}` : ''}, ${total} events`,
      events.map((event) => `${event.seq}. ${event.kind} ${told({ ...event, at: null })}`),
      more(truncated, `next page with after: ${next}.`),
    ),
});
