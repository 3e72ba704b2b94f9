import * as z from 'zod';
import { findSession } from '../../ask/find/find-session.ts';
import { search } from '../../ask/search/search.ts';
import { acts, kinds } from '../../model/words.ts';
import { given, limitGiven, repoGiven, sinceGiven } from '../inputs.ts';
import { truncated } from '../outputs.ts';
import { lines, more, short } from '../text.ts';
import { question } from '../tool.ts';

export const searchTool = question({
  name: 'search',
  title: 'Search all past sessions',
  description:
    'Full-text search over what was asked, answered, run and reported in every past session of every coding agent on this machine, best first. ' +
    'Use it first when you need the id of something: a prompt, a command, an error, a file. Give a few words: all must match; the last may be a beginning; there are no phrases and no operators. ' +
    'Only the first few hundred characters of long outputs are searched. For error output `similar_failures` is better: it also finds the same error with other paths and numbers. ' +
    'Comes back: `hits` with the event id, its session, time, kind and a snippet; `total` (`total_is_exact` false: at least so many). Then ask `event`, `why` or `timeline`.',
  input: z.object({
    text: z.string().min(1).max(1000).describe('A few words.'),
    session: z.string().min(1).max(400).optional().describe('Only in this session.'),
    repo: repoGiven,
    agent: z.string().min(1).max(60).optional().describe('Only of this agent, such as claude-code or codex.'),
    kind: z.enum(kinds).optional().describe('Only events of this kind; user_msg is a prompt.'),
    act: z.enum(acts).optional().describe('Only calls that did this.'),
    failed: z.boolean().optional().describe('true: only what failed.'),
    since: sinceGiven,
    limit: limitGiven(20, 100, 'hits'),
  }),
  output: z.looseObject({
    hits: z.array(
      z.looseObject({
        event: z.string(),
        session: z.string(),
        at: z.string().nullable(),
        kind: z.string(),
        snippet: z.string(),
        score: z.number(),
      }),
    ),
    total: z.number(),
    total_is_exact: z.boolean(),
    truncated,
  }),
  async answer({ read }, { text, session, repo, agent, kind, act, failed, since, limit }, { sources }) {
    const filter = given({
      repo,
      source: agent,
      kind,
      act,
      failed: failed || undefined,
      since: since === undefined ? undefined : Date.parse(since),
    });
    const within = session === undefined ? {} : { session: (await findSession(read, session)).uid };
    return await search(read, { text, limit, ...filter, ...within }, { sources });
  },
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
