import { errorsEverywhere } from '../../ask/errors/errors-everywhere.ts';
import { patterns } from '../../ask/patterns/patterns.ts';
import { redacted } from '../../ask/redaction/redacted.ts';
import { findChain } from '../../ask/find/find-chain.ts';
import { similar } from '../../ask/similar/similar.ts';
import { chainNamed, similarTo } from '../../ask/similar/subject.ts';
import { story } from '../../ask/errors/story.ts';
import { unresolved } from '../../ask/unresolved/unresolved.ts';
import { tellResolved } from '../../ingest/manual/tell-of-chain.ts';
import { after, kindsOfErrors, limit, since, sourceAndRepo, statesOfChains, until } from '../params.ts';
import { get, post, type Route } from '../route.ts';

export const errorRoutes: readonly Route[] = [
  get({
    path: '/api/errors',
    summary: 'Failures of all sessions as stories, the latest first',
    query: {
      ...sourceAndRepo,
      since,
      until,
      kinds: kindsOfErrors,
      states: statesOfChains,
      type: { type: 'text', summary: 'Only of this type, such as `TS2345`' },
      fingerprint: { type: 'texts', summary: 'Only what failed as this; may be given several times' },
      limit: limit(20, 200, 'failures'),
      after,
    },
    gives: 'ErrorsEverywhere',
    answer: ({ archive }, { query: { fingerprint: fingerprints, ...asked } }) =>
      archive.ask(({ read }) => errorsEverywhere(read, { ...asked, ...(fingerprints && { fingerprints }) })),
  }),
  get({
    path: '/api/errors/patterns',
    summary: 'Failures that share a cause: how often, how well each fix worked, when last',
    query: {
      ...sourceAndRepo,
      since,
      until,
      kinds: kindsOfErrors,
      states: statesOfChains,
      min_count: { type: 'number', least: 1, most: 1000, usual: 2, summary: 'Only what happened at least so often' },
      limit: limit(20, 100, 'patterns'),
    },
    gives: 'PatternsAnswer',
    answer: ({ archive, clock }, { query: { min_count: minCount, ...filter } }) =>
      archive.ask(({ read }) => patterns(read, { ...filter, minCount, now: clock() })),
  }),
  get({
    path: '/api/errors/unresolved',
    summary: 'What nothing is known to have helped against, the latest first',
    query: { ...sourceAndRepo, since, until, kinds: kindsOfErrors, limit: limit(20, 200, 'failures'), after },
    gives: 'UnresolvedAnswer',
    answer: ({ archive }, { query }) => archive.ask(({ read }) => unresolved(read, query)),
  }),
  get({
    path: '/api/chains/:id',
    summary: 'One failure, what was tried, and what helped; by the id of its chain or of the failing event',
    gives: 'Chain',
    answer: ({ archive }, { path: { id } }) => archive.ask(({ read }) => chainNamed(read, id)),
  }),
  get({
    path: '/api/chains/:id/story',
    summary: 'The same as a story: the steps that it went through, each in a line',
    gives: 'AnyError',
    answer: ({ archive }, { path: { id } }) => archive.ask(({ read }) => story(read, id)),
  }),
  post({
    path: '/api/chains/:id/resolve',
    summary: 'Marks a failure as resolved',
    body: { fix: { type: 'text', most: 200, summary: 'The id of the attempt that helped, when one did' } },
    gives: 'Chain',
    async answer({ archive, clock, hub }, { path: { id: name }, body: { fix } }) {
      const { id } = await archive.ask(({ read }) => chainNamed(read, name));
      const chain = await archive.write(async (store) => {
        await tellResolved(store, await findChain(store.read, id), fix, clock());
        return await findChain(redacted(store.read), id);
      });
      hub.nudge();
      return chain;
    },
  }),
  get({
    path: '/api/similar',
    summary: 'What failed before and is like this, with what helped',
    query: {
      text: {
        type: 'text',
        most: 16_000,
        required: true,
        summary: 'Any error output, or the id of a failing event or of a chain',
      },
      ...sourceAndRepo,
      since,
      until,
      kinds: kindsOfErrors,
      states: statesOfChains,
      limit: limit(5, 100, 'matches'),
    },
    gives: 'SimilarAnswer',
    answer: ({ archive, clock }, { query: { text, ...filter } }) =>
      archive.ask(async ({ read, failures }) =>
        similar(failures, await similarTo(read, text), { ...filter, now: clock() }),
      ),
  }),
];
