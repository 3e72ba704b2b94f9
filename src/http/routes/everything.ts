import { ingestedAt } from '../../ask/archive/archive-age.ts';
import { cost } from '../../ask/cost/cost.ts';
import { costGroups } from '../../ask/cost/groups.ts';
import { loadPrices } from '../../ask/cost/load-prices.ts';
import { facets } from '../../ask/facets/facets.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { overview } from '../../ask/overview/overview.ts';
import { search } from '../../ask/search/search.ts';
import { stats } from '../../ask/stats/stats.ts';
import { acts, kinds, outcomes } from '../../model/words.ts';
import type { AboutAnswer } from '../about.ts';
import { after, limit, since, sourceAndRepo, until } from '../params.ts';
import { fresh, get, type Route } from '../route.ts';
import { serveMcp } from '../serve-mcp.ts';

/** What is asked of the whole archive, or of the server. */
export const generalRoutes: readonly Route[] = [
  get({
    path: '/api/overview',
    summary: 'The last days at a glance, against as many before them',
    query: {
      days: { type: 'number', least: 1, most: 366, usual: 7, summary: 'How many, today among them' },
      ...sourceAndRepo,
    },
    gives: 'OverviewAnswer',
    answer: ({ archive, base, clock }, { query }) =>
      archive.ask(({ read }) => overview(read, { ...query, now: clock() }, loadPrices(base))),
  }),
  get({
    path: '/api/search',
    summary: 'Finds words in prompts, answers, commands, paths and errors',
    query: {
      q: { type: 'text', most: 500, required: true, summary: 'What to look for' },
      ...sourceAndRepo,
      session: { type: 'text', summary: 'Only in this session' },
      kind: { type: 'choice', choices: kinds, summary: 'Only events of this kind' },
      act: { type: 'choice', choices: acts, summary: 'Only calls of this sort' },
      since,
      failed: { type: 'flag', summary: 'Only what failed' },
      limit: limit(20, 200, 'hits'),
    },
    gives: 'SearchAnswer',
    answer: ({ archive, sources }, { query: { q: text, session, ...filter } }) =>
      archive.ask(async ({ read }) =>
        search(
          read,
          { ...filter, text, ...(session !== undefined && { session: (await findSession(read, session)).uid }) },
          { sources },
        ),
      ),
  }),
  get({
    path: '/api/facets',
    summary: 'The agents, repositories and models there are sessions of, the most used first',
    query: { limit: limit(200, 1000, 'of each') },
    gives: 'FacetsAnswer',
    answer: ({ archive }, { query }) => archive.ask(({ read }) => facets(read, query)),
  }),
  get({
    path: '/api/stats',
    summary: 'Sessions, steps, failures, files and commands, counted',
    query: {
      ...sourceAndRepo,
      since,
      until,
      outcome: { type: 'choice', choices: outcomes, summary: 'Only sessions that ended so' },
      failed: { type: 'flag', summary: 'Only sessions with a failure' },
    },
    // It reads all steps of all sessions.
    isLong: true,
    gives: 'StatsAnswer',
    answer: ({ archive }, { query }) => archive.ask(({ read }) => stats(read, query)),
  }),
  get({
    path: '/api/cost',
    summary: 'Tokens, money and time',
    query: {
      by: { type: 'choice', choices: costGroups, summary: 'What the sums are told apart by' },
      ...sourceAndRepo,
      since,
      until,
      limit: limit(100, 1000, 'groups'),
      after,
    },
    gives: 'CostAnswer',
    answer: ({ archive, base }, { query }) => archive.ask(({ read }) => cost(read, query, loadPrices(base))),
  }),
  {
    method: 'GET',
    path: '/api/live',
    summary: 'Server-sent events: `hello`, `sessions`, `archive`, `reset`. Goes on after `Last-Event-ID`',
    query: {},
    body: {},
    gives: 'text/event-stream',
    answers: 'itself',
    needsToken: false,
    run: ({ hub }, _, { request, response }) => hub.follow(request, response),
  },
  fresh({
    path: '/api/about',
    summary: 'The server: its version, its store, whether it watches, and what the one who asks may do',
    gives: 'AboutAnswer',
    answer: ({ archive, about, sources }, _, { hasToken }): Promise<AboutAnswer> =>
      archive.ask(async ({ read }) => {
        const [{ total }, at] = [await read.sessions({}, { limit: 1, offset: 0 }), await ingestedAt(read)];
        return {
          ...about(),
          may_write: hasToken,
          sources: (await sources()).map(({ name, title }) => ({ name, title })),
          sessions: total,
          ingested_at: at === undefined ? null : new Date(at).toISOString(),
          hint:
            total > 0
              ? null
              : about().watching
                ? 'Nothing has been read yet. What your agents do from now on will appear here; `stemma demo` shows a built-in story.'
                : 'Nothing has been read yet: `stemma ingest` reads what your agents left on this machine.',
        };
      }),
  }),
  {
    method: 'ANY',
    path: '/mcp',
    summary: 'The MCP server (streamable HTTP): see docs/mcp.md',
    query: {},
    body: {},
    gives: 'JSON-RPC',
    answers: 'itself',
    needsToken: true,
    run: ({ mcp }, _, exchange) => serveMcp(mcp, exchange),
  },
];
