import { event } from '../../ask/event/event.ts';
import { findEvent } from '../../ask/find/find-event.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { impact } from '../../ask/impact/impact.ts';
import { roots } from '../../ask/roots/roots.ts';
import { image } from '../../ask/step-detail/image.ts';
import { stepDetail } from '../../ask/step-detail/step-detail.ts';
import type { WalkOptions } from '../../ask/walk/walk.ts';
import { why } from '../../ask/why/why.ts';
import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { walked, withinSession } from '../params.ts';
import { get, getFile, type Given, type Route } from '../route.ts';
import { Trouble } from '../trouble.ts';

export const eventRoutes: readonly Route[] = [
  get({
    path: '/api/steps/:id',
    summary:
      'What there is to see of a step: what was asked, what came back, why, and what it led to. Texts are cut at 64 KB',
    query: { session: withinSession },
    gives: 'StepAnswer',
    answer: ({ archive, sources }, { path: { id }, query: { session } }) =>
      archive.ask(async ({ read }) => stepDetail(read, await named(read, id, session), { sources: await sources() })),
  }),
  getFile({
    path: '/api/events/:id/images/:n',
    summary: 'One of the pictures of an event, counted from 1',
    gives: 'a PNG, JPEG, GIF or WebP',
    answer: ({ archive }, { path: { id, n } }, send) =>
      archive.ask(async ({ read }) => {
        if (!/^[1-9]\d{0,5}$/.test(n))
          throw new Trouble(400, 'bad-request', 'Pictures are counted from 1.', {
            hint: '`images` of the step names those there are.',
          });
        const { media_type: type, bytes } = await image(read, await findEvent(read, id), Number(n));
        await send({ type, content: bytes });
      }),
  }),
  get({
    path: '/api/events/:id',
    summary: 'Everything about one event, with the line as the agent wrote it',
    query: { session: withinSession },
    gives: 'EventAnswer',
    answer: ({ archive, sources }, { path: { id }, query: { session } }) =>
      archive.ask(async ({ read }) => event(read, await named(read, id, session), { sources: await sources() })),
  }),
  get({
    path: '/api/events/:id/why',
    summary: 'What led to it, best first, back to the prompts',
    query: walked,
    gives: 'WhyAnswer',
    answer: ({ archive }, { path: { id }, query }) =>
      archive.ask(async ({ read }) => why(read, await named(read, id, query.session), walk(query))),
  }),
  get({
    path: '/api/events/:id/impact',
    summary: 'What it led to',
    query: walked,
    gives: 'ImpactAnswer',
    answer: ({ archive }, { path: { id }, query }) =>
      archive.ask(async ({ read }) => impact(read, await named(read, id, query.session), walk(query))),
  }),
  get({
    path: '/api/events/:id/roots',
    summary: 'Where it all began: the ends of the paths back, with the path to each',
    query: walked,
    gives: 'RootsAnswer',
    answer: ({ archive }, { path: { id }, query }) =>
      archive.ask(async ({ read }) => roots(read, await named(read, id, query.session), walk(query))),
  }),
];

async function named(read: StoreReader, id: string, session: string | undefined): Promise<Event> {
  return findEvent(read, id, session === undefined ? undefined : (await findSession(read, session)).uid);
}

function walk({ limit, depth, min_confidence: minConfidence }: Given<typeof walked>): WalkOptions {
  return { limit, ...(depth !== undefined && { depth }), ...(minConfidence !== undefined && { minConfidence }) };
}
