import { Readable } from 'node:stream';
import { browse } from '../../ask/browse/browse.ts';
import { costGroups } from '../../ask/cost/groups.ts';
import { costOf } from '../../ask/cost/cost.ts';
import { loadPrices } from '../../ask/cost/load-prices.ts';
import { criticalPath } from '../../ask/critical-path/critical-path.ts';
import { digest } from '../../ask/digest/digest.ts';
import { errors } from '../../ask/errors/errors.ts';
import { exportFormats, exportSession, type ExportFormat } from '../../ask/export/export.ts';
import { failure } from '../../ask/failure/failure.ts';
import { findEvent } from '../../ask/find/find-event.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { graph } from '../../ask/graph/graph.ts';
import { performance } from '../../ask/performance/performance.ts';
import { resume } from '../../ask/resume/resume.ts';
import { rows } from '../../ask/skeleton/rows.ts';
import { skeleton } from '../../ask/skeleton/skeleton.ts';
import { statsOf } from '../../ask/stats/stats.ts';
import { timeline } from '../../ask/timeline/timeline.ts';
import { tree } from '../../ask/tree/tree.ts';
import { kinds, outcomes } from '../../model/words.ts';
import { after, kindsOfErrors, limit, since, sourceAndRepo, until } from '../params.ts';
import { get, getFile, type Route } from '../route.ts';

export const sessionRoutes: readonly Route[] = [
  get({
    path: '/api/sessions',
    summary: 'Sessions to look through, newest first: those at the top, or those that came of one',
    query: {
      q: {
        type: 'text',
        most: 500,
        summary: 'Only those whose title, repository, branch, uid and model together hold all these words',
      },
      ...sourceAndRepo,
      model: { type: 'text', summary: 'Only of this model: its whole name' },
      outcome: { type: 'choice', choices: outcomes, summary: 'Only those that ended so' },
      since,
      until,
      failed: { type: 'flag', summary: 'Only those with a failure' },
      parent: { type: 'text', summary: 'Only sub-agents, forks and resumes of this session' },
      limit: limit(50, 200, 'sessions'),
      after,
    },
    gives: 'BrowseAnswer',
    answer: ({ archive, base }, { query: { q: text, parent, ...filter } }) =>
      archive.ask(async ({ read }) =>
        browse(
          read,
          {
            ...filter,
            ...(text !== undefined && { text }),
            ...(parent !== undefined && { parent: (await findSession(read, parent)).uid }),
          },
          loadPrices(base),
        ),
      ),
  }),
  get({
    path: '/api/sessions/:uid',
    summary: 'One session',
    gives: 'Session',
    answer: ({ archive }, { path: { uid } }) => archive.ask(({ read }) => findSession(read, uid)),
  }),
  get({
    path: '/api/sessions/:uid/skeleton',
    summary: 'Its shape without its words: columns of numbers, one entry for each step. `after` gives what is new',
    query: { after, limit: limit(200_000, 500_000, 'steps') },
    isLong: true,
    gives: 'SkeletonAnswer',
    answer: ({ archive }, { path: { uid }, query }) =>
      archive.ask(async ({ read }) => skeleton(read, await findSession(read, uid), query)),
  }),
  get({
    path: '/api/sessions/:uid/rows',
    summary: 'The words of a page of its steps',
    query: { after, limit: limit(256, 1000, 'steps') },
    gives: 'RowsAnswer',
    answer: ({ archive }, { path: { uid }, query }) =>
      archive.ask(async ({ read }) => rows(read, await findSession(read, uid), query)),
  }),
  get({
    path: '/api/sessions/:uid/errors',
    summary: 'What failed in it, and how each failure went on',
    query: { kinds: kindsOfErrors, limit: limit(100, 1000, 'failures') },
    isLong: true,
    gives: 'ErrorsAnswer',
    answer: ({ archive }, { path: { uid }, query }) =>
      archive.ask(async ({ read }) => errors(read, await findSession(read, uid), query)),
  }),
  get({
    path: '/api/sessions/:uid/digest',
    summary: 'What stays of it for good',
    isLong: true,
    gives: 'DigestAnswer',
    answer: ({ archive, clock }, { path: { uid } }) =>
      archive.ask(async ({ read }) => digest(read, await findSession(read, uid), { now: clock() })),
  }),
  get({
    path: '/api/sessions/:uid/cost',
    summary: 'Tokens, money and time of it and of all that came of it',
    query: {
      by: { type: 'choice', choices: costGroups, summary: 'What the sums are told apart by' },
      limit: limit(100, 1000, 'groups'),
      after,
    },
    gives: 'CostAnswer',
    answer: ({ archive, base }, { path: { uid }, query }) =>
      archive.ask(async ({ read }) => costOf(read, await findSession(read, uid), query, loadPrices(base))),
  }),
  get({
    path: '/api/sessions/:uid/stats',
    summary: 'Its steps, failures, files and commands, counted',
    isLong: true,
    gives: 'StatsAnswer',
    answer: ({ archive }, { path: { uid } }) =>
      archive.ask(async ({ read }) => statsOf(read, await findSession(read, uid))),
  }),
  get({
    path: '/api/sessions/:uid/performance',
    summary: 'Where its time and tokens went, with its sub-agents',
    query: { limit: limit(15, 100, 'entries of each list') },
    isLong: true,
    gives: 'PerformanceAnswer',
    answer: ({ archive }, { path: { uid }, query }) =>
      archive.ask(async ({ read }) => performance(read, await findSession(read, uid), query)),
  }),
  get({
    path: '/api/sessions/:uid/timeline',
    summary: 'Its events in order',
    query: {
      kinds: { type: 'choices', choices: kinds, summary: 'Only these kinds' },
      limit: limit(200, 2000, 'events'),
      after,
    },
    gives: 'TimelineAnswer',
    answer: ({ archive }, { path: { uid }, query }) =>
      archive.ask(async ({ read }) => timeline(read, await findSession(read, uid), query)),
  }),
  get({
    path: '/api/sessions/:uid/tree',
    summary: 'Its steps by turn, with sub-agents, forks and resumes where they left',
    query: { limit: limit(500, 5000, 'steps') },
    isLong: true,
    gives: 'TreeAnswer',
    answer: ({ archive }, { path: { uid }, query }) =>
      archive.ask(async ({ read }) => tree(read, await findSession(read, uid), query)),
  }),
  get({
    path: '/api/sessions/:uid/graph',
    summary: 'Its steps, each with its causes, best first',
    query: { limit: limit(100, 1000, 'steps'), after },
    gives: 'GraphAnswer',
    answer: ({ archive }, { path: { uid }, query }) =>
      archive.ask(async ({ read }) => graph(read, await findSession(read, uid), query)),
  }),
  get({
    path: '/api/sessions/:uid/resume',
    summary: 'What one must know to go on',
    query: {
      budget: { type: 'number', least: 100, most: 100_000, usual: 1000, summary: 'In tokens of four characters' },
      at: { type: 'text', summary: 'As it stood right after this event' },
      steps: { type: 'flag', summary: 'Name the step behind every line of the text too' },
    },
    isLong: true,
    gives: 'ResumeAnswer',
    answer: ({ archive, sources }, { path: { uid }, query: { at, ...how } }) =>
      archive.ask(async ({ read }) => {
        const session = await findSession(read, uid);
        return await resume(read, session, {
          sources,
          ...how,
          ...(at !== undefined && { at: await findEvent(read, at, session.uid) }),
        });
      }),
  }),
  get({
    path: '/api/sessions/:uid/failure',
    summary: 'Why it failed: the failures that decided it, and what led to them',
    query: { limit: limit(20, 200, 'entries of each list') },
    isLong: true,
    gives: 'FailureAnswer',
    answer: ({ archive }, { path: { uid }, query }) =>
      archive.ask(async ({ read }) => failure(read, { session: await findSession(read, uid) }, query)),
  }),
  get({
    path: '/api/sessions/:uid/critical-path',
    summary: 'The chain of causes that took longest',
    query: { min_confidence: { type: 'decimal', least: 0, most: 1, summary: 'Leave out causes we are less sure of' } },
    isLong: true,
    gives: 'CriticalPathAnswer',
    answer: ({ archive }, { path: { uid }, query: { min_confidence: minConfidence } }) =>
      archive.ask(async ({ read }) =>
        criticalPath(read, await findSession(read, uid), minConfidence === undefined ? {} : { minConfidence }),
      ),
  }),
  getFile({
    path: '/api/sessions/:uid/export',
    summary: 'The whole of it, in a format for others; as long as it is',
    query: {
      format: { type: 'choice', choices: exportFormats, summary: 'Which format; json unless told' },
      event: { type: 'text', summary: 'Of a picture: only what led to this event' },
      limit: { type: 'number', least: 1, most: 1000, summary: 'Of a picture: at most so many steps' },
    },
    gives: 'text in that format',
    answer: ({ archive, sources }, { path: { uid }, query: { format = 'json', event, limit: most } }, send) =>
      archive.ask(async ({ read }) => {
        const session = await findSession(read, uid);
        const about = event === undefined ? {} : { event: await findEvent(read, event, session.uid) };
        const pieces = exportSession(read, session, format, {
          sources: await sources(),
          ...about,
          ...(most !== undefined && { limit: most }),
        });
        await send({
          type: typesOf[format],
          content: Readable.from(pieces, { objectMode: false }),
          saveAs: `${session.native_id.slice(0, 60)}.${endings[format]}`,
        });
      }),
  }),
];

const typesOf: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  causetrace: 'application/x-ndjson; charset=utf-8',
  mermaid: 'text/plain; charset=utf-8',
  dot: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  html: 'text/html; charset=utf-8',
};

const endings: Readonly<Record<ExportFormat, string>> = {
  json: 'json',
  jsonl: 'jsonl',
  causetrace: 'jsonl',
  mermaid: 'mmd',
  dot: 'dot',
  svg: 'svg',
  html: 'html',
};
