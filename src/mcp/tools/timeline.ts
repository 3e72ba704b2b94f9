import { limit } from '../../ask/question/fields.ts';
import { timeline } from '../../ask/timeline/question.ts';
import { lines, more, short, stepText } from '../text.ts';
import { questionTool } from '../tool.ts';

export const timelineTool = questionTool(timeline, {
  name: 'timeline',
  title: 'What happened in a session',
  description:
    'The events of one session in order, a page at a time: prompts, answers, calls and their results, errors, decisions. ' +
    'Use it to read along what an agent did, or to find ids to ask `why` about. Long sessions have thousands of events: narrow it with `kinds` (user_msg shows only what was asked; error only what failed) or begin further on with `after`. ' +
    'Comes back: `session`, `events`, `total` (of all kinds), `truncated`, and `next`: give it as `after` for the next page. Summaries are one line; `event` has the whole text.',
  inputs: { limit: limit(50, 500, 'events') },
  shortening: {
    length: ({ events }) => events.length,
    to: (answer, length) => ({
      ...answer,
      events: answer.events.slice(0, length),
      truncated: true,
      next: answer.events[length - 1]?.seq ?? null,
    }),
  },
  text: ({ session, events, total, truncated, next }) =>
    lines(
      `${session.uid}: ${short(session.title ?? 'untitled', 100)}${session.repo ? ` in ${session.repo}` : ''}, ${total} events`,
      events.map((event) => `${event.seq}. ${event.kind} ${stepText({ ...event, at: null })}`),
      more(truncated, `next page with after: ${next}.`),
    ),
});
