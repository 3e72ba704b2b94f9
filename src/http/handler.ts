import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AskedArchive, Opened } from '../ask/archive/archive.ts';
import { AnswerCache, answerOf } from './response/answer-cache.ts';
import type { Guard } from './request/guard.ts';
import { match, type Matched } from './request/match.ts';
import type { PageFiles } from './response/page-files.ts';
import { readBody, readQuery } from './request/read-input.ts';
import { readRequestBody } from './request/read-request-body.ts';
import type { Exchange, HttpContext, Route } from './route.ts';
import { routes } from './routes.ts';
import { sendAnswer, sendPage, sendError } from './response/send.ts';
import { HttpError, errorResponse, type Secret } from './response/http-error.ts';
import { Turns } from './request/turns.ts';
import { parseJson } from '../platform/parse-json.ts';

export interface HandlerParts {
  readonly context: HttpContext;
  readonly guard: Guard;
  readonly page: PageFiles;
  readonly secrets: readonly Secret[];
  /** Called with unexpected errors, which the client does not see. */
  readonly onBug: (error: unknown) => void;
}

/** Answers every request. Never throws. */
export function handler(parts: HandlerParts): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const answers = new Answers(parts.context);
  return async (request, response) => {
    try {
      await handle(parts, answers, request, response);
    } catch (error) {
      // A client that has gone gets nothing.
      if (response.destroyed) return;
      const failure = errorResponse(error, parts.secrets);
      if (failure.bug !== undefined) parts.onBug(failure.bug);
      sendError(request, response, failure);
    }
  };
}

async function handle(
  { context, guard, page }: HandlerParts,
  answers: Answers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  guard.checkHost(request);
  const { pathname, searchParams } = addressOf(request.url);
  const isData = /^\/(?:api|mcp|openapi\.json)(?:\/|$)/.test(pathname);
  guard.checkSite(request, isData);
  if (!isData) return await showPage(page, pathname, request, response);
  const matched = routeAt(request, pathname);
  guard.checkToken(request, matched.route.needsToken);
  const exchange = { request, response, hasToken: guard.hasToken(request) };
  await answerRoute(context, answers, matched, searchParams, exchange);
}

/** The route of a request, or 404. */
export function routeAt(request: IncomingMessage, pathname: string): Matched {
  const matched = match(routes, request.method ?? 'GET', pathname);
  if (matched) return matched;
  throw new HttpError(404, 'no-such-address', 'There is nothing at this address.', {
    hint: '/openapi.json lists what there is; so does docs/http.md.',
  });
}

/** Reads the input and answers, for one who may. */
export async function answerRoute(
  context: HttpContext,
  answers: Answers,
  { route, path }: Matched,
  query: URLSearchParams,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange;
  const input =
    route.method === 'POST'
      ? readBody(route, path, await bodyOf(request), context.clock())
      : // The MCP server reads its own requests.
        route.method === 'ANY'
        ? {}
        : readQuery(route, path, query, context.clock());
  const run = () => route.run(context, input, exchange);
  switch (route.answers) {
    case 'own':
      await run();
      return;
    case 'fresh':
      return await sendAnswer(request, response, answerOf(await run()));
    case 'json':
      return await sendAnswer(request, response, await answers.answer(route, input, run));
  }
}

/** Answers of one archive, kept until it changes; few are made at the same time. */
export class Answers {
  readonly #context: { readonly archive: AskedArchive };
  readonly #cache: AnswerCache;
  readonly #turns = new Turns(atOnce, maxWaiting);
  readonly #longTurns = new Turns(1, maxWaiting);
  /** A change counter is valid for one reader only. */
  readonly #readers = new WeakMap<Opened, number>();
  #count = 0;

  constructor(context: { readonly archive: AskedArchive; readonly clock: () => number }, cacheBytes?: number) {
    this.#context = context;
    this.#cache = new AnswerCache(context.clock, cacheBytes);
  }

  async answer(route: Route, input: object, run: () => Promise<unknown>) {
    const mark = await this.#context.archive.ask(async (opened) => {
      if (!this.#readers.has(opened)) this.#readers.set(opened, (this.#count += 1));
      return `${this.#readers.get(opened)}.${await opened.read.changeMark()}`;
    });
    return await this.#cache.answer(JSON.stringify([route.path, input]), mark, () =>
      (route.isLong ? this.#longTurns : this.#turns).take(run),
    );
  }
}

export async function showPage(
  page: PageFiles,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new HttpError(405, 'wrong-method', 'A page is only looked at.', {
      hint: 'Use GET.',
      headers: { allow: 'GET, HEAD' },
    });
  const file = page.file(pathname);
  if (file) return await sendPage(request, response, file);
  // Every other address is a view of the page, except what looks like a file: a missing script must not become HTML.
  const index = page.index();
  if (
    index &&
    !/^\/(?:assets|fonts)\/|\.(?:js|css|map|json|png|ico|svg|txt|woff2|html?|php|webmanifest)$/i.test(pathname)
  )
    return await sendPage(request, response, index);
  throw new HttpError(404, 'no-such-address', index ? 'There is nothing at this address.' : 'The page is not built.', {
    hint: index
      ? 'The page begins at /, the API at /api/sessions; /openapi.json lists what there is.'
      : '`npm run build` makes it; the API answers without it: see /openapi.json.',
  });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const bytes = await readRequestBody(request, maxBody);
  if (bytes.length === 0) return {};
  try {
    return parseJson(bytes.toString('utf8'));
  } catch {
    throw new HttpError(400, 'bad-request', 'The body is no JSON.', { hint: 'Send one JSON object.' });
  }
}

/** Paths are taken as sent: nothing is resolved or decoded before the lookup. */
export function addressOf(url = '/'): { readonly pathname: string; readonly searchParams: URLSearchParams } {
  if (!url.startsWith('/'))
    throw new HttpError(400, 'bad-request', 'The address must begin with a slash.', { hint: 'This is no proxy.' });
  const cut = url.indexOf('?');
  return cut < 0
    ? { pathname: url, searchParams: new URLSearchParams() }
    : { pathname: url.slice(0, cut), searchParams: new URLSearchParams(url.slice(cut + 1)) };
}

/** Questions answered at the same time, besides a long one. Others wait. */
const atOnce = 3;
const maxWaiting = 200;
const maxBody = 64 * 1024;
