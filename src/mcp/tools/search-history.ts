import { limit } from '../../ask/question/fields.ts';
import { search } from '../../ask/search/question.ts';
import type { Hit, SearchAnswer } from '../../ask/search/search.ts';
import { lines, more, short } from '../text.ts';
import { questionTool } from '../tool.ts';

export const searchHistoryTool = questionTool(search, {
  name: 'search_history',
  title: 'Search all past sessions',
  description:
    'Answers "how did we …", "where was …" and "when did …" from every past session of every coding agent on this machine. ' +
    'Use it before you solve something that may have been solved before, and when you need the id of something: a prompt, a command, an error, a file. ' +
    'Give the question as a person would ask it, or a few words: rare words count more, forms of a word and typing mistakes are found too. ' +
    'In the text: "words in order", -without, begin*, file:PATH, and agent: repo: kind: act: tool: since: is:failed. ' +
    'For error output `similar_failures` is better: it also finds the same error with other paths and numbers. ' +
    'Comes back: `sessions`, best first, with title, time, `coverage` (how much of the question it has), and its best events with snippets; with `events`, `hits` instead. ' +
    '`terms` says what is nowhere. `budget` bounds the answer in tokens. Then ask `event`, `why` or `timeline`.',
  inputs: { limit: limit(10, 50, 'sessions, or events') },
  shortening: {
    length: ({ sessions, hits }) => sessions.length + hits.length,
    to: (answer, length) => ({
      ...answer,
      sessions: answer.sessions.slice(0, length),
      hits: answer.hits.slice(0, length),
      truncated: true,
    }),
  },
  text: (answer) => {
    const { sessions, hits, total, total_is_exact, truncated } = answer;
    return lines(
      sessions.length + hits.length === 0
        ? 'Nothing found. Try other words.'
        : `${total_is_exact ? '' : 'at least '}${total} found:`,
      nowhere(answer),
      sessions.flatMap(({ session, title, ended_at, coverage, matched, hits: own }) => [
        `- ${session} ${ended_at?.slice(0, 10) ?? ''} (${Math.round(100 * coverage)} %: ${matched.join(' ')}): ${short(title ?? 'untitled', 120)}`,
        ...own.map((hit) => `  ${lineOf(hit)}`),
      ]),
      hits.map((hit) => `- ${lineOf(hit)} in ${hit.session}`),
      more(truncated, 'give more words, a filter, a larger limit or budget.'),
    );
  },
});

function lineOf({ event, field, at, snippet }: Hit): string {
  return `${event} ${field} ${at?.slice(0, 10) ?? ''}: ${short(snippet, 200)}`;
}

function nowhere({ terms }: SearchAnswer): readonly string[] {
  const missing = terms.filter(({ events, instead }) => events === 0 && instead.length === 0).map(({ term }) => term);
  return missing.length === 0 ? [] : [`Nowhere in the archive: ${missing.join(', ')}.`];
}
