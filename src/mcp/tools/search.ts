import { limit } from '../../ask/question/fields.ts';
import { search } from '../../ask/search/question.ts';
import { lines, more, short } from '../text.ts';
import { questionTool } from '../tool.ts';

export const searchTool = questionTool(search, {
  name: 'search',
  title: 'Search all past sessions',
  description:
    'Full-text search over what was asked, answered, run and reported in every past session of every coding agent on this machine, best first. ' +
    'Use it first when you need the id of something: a prompt, a command, an error, a file. Give a few words: all must match; the last may be a beginning; there are no phrases and no operators. ' +
    'Only the first few hundred characters of long outputs are searched. For error output `similar_failures` is better: it also finds the same error with other paths and numbers. ' +
    'Comes back: `hits` with the event id, its session, time, kind and a snippet; `total` (`total_is_exact` false: at least so many). Then ask `event`, `why` or `timeline`.',
  inputs: { limit: limit(20, 100, 'hits') },
  shortening: {
    length: ({ hits }) => hits.length,
    to: (answer, length) => ({ ...answer, hits: answer.hits.slice(0, length), truncated: true }),
  },
  text: ({ hits, total, total_is_exact, truncated }) =>
    lines(
      hits.length === 0
        ? 'Nothing found. Try fewer or other words.'
        : `${total_is_exact ? '' : 'at least '}${total} found:`,
      hits.map(
        ({ event, session, at, kind, snippet }) =>
          `- ${event} ${kind} ${at?.slice(0, 10) ?? ''} in ${session}: ${short(snippet, 200)}`,
      ),
      more(truncated, 'give more words, a filter or a larger limit.'),
    ),
});
