import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Opened } from '../ask/archive/archive.ts';
import type { EntryArchive } from '../entries/entry.ts';
import type { Fields, Input } from '../ask/question/field.ts';
import type { HttpRoute, Question, QuestionContext } from '../ask/question/question.ts';
import type { SetupAnswer } from '../live/setup/setup-answer.ts';
import type { Judge } from '../live/judge/judge.ts';
import type { StoreReader } from '../store/store.ts';
import type { Source } from '../sources/source.ts';
import type { About } from './about.ts';
import type { Hub } from './live/hub.ts';
import { readingPatiently } from './let-others-in.ts';
import { sendFile, type File } from './response/send.ts';

/** What routes may use. */
export interface HttpContext {
  readonly archive: EntryArchive;
  readonly sources: () => Promise<readonly Source[]>;
  readonly clock: () => number;
  readonly about: () => About;
  readonly hub: Hub;
  /** Who judges sessions on request, where somebody is configured. */
  readonly judge?: Judge | undefined;
  /** What is read and kept on this machine, where that is known. */
  readonly setup?: ((read: StoreReader, now: number) => Promise<SetupAnswer>) | undefined;
  /** The MCP server, when there is one. */
  readonly mcp?: ((request: Request) => Promise<Response>) | undefined;
}

/** One address. Routing, validation, docs/http.md and /openapi.json are made from these. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'ANY';
  /** `:names` are inputs. */
  readonly path: string;
  readonly summary: string;
  /** What the path, the query (GET) or the body (POST) may hold. */
  readonly input: Fields;
  /** The type of the answer in `stemma/types`, or words for what it is. */
  readonly output: string;
  /**
   * `json`: an answer from the archive, which is cached. `fresh`: JSON made for each request. `own`: `run` responds
   * itself.
   */
  readonly answers: 'json' | 'fresh' | 'own';
  /** May read a whole session: only one such question runs at a time, beside short ones. */
  readonly isLong?: true;
  /** Whether the token is needed even where reading is free. */
  readonly needsToken: boolean;
  run(context: HttpContext, input: Readonly<Record<string, unknown>>, exchange: Exchange): Promise<unknown>;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly hasToken: boolean;
}

/** The addresses of a question. */
export function routesOf(question: Question): readonly Route[] {
  const routes: readonly HttpRoute[] = [question.http ?? []].flat();
  return routes.map(({ path, summary = question.summary, isLong }) => ({
    method: 'GET',
    path,
    summary,
    // A path parameter of another address is not a query parameter of this one.
    input: withoutPathsOf(routes, path, question.input),
    output: question.output,
    answers: 'json',
    needsToken: false,
    ...(isLong && { isLong }),
    run: (context, input) =>
      context.archive.ask((opened) => question.run(questionContext(context, opened), input as Input<Fields>)),
  }));
}

export function questionContext({ sources, clock }: HttpContext, opened: Opened): QuestionContext {
  return { ...opened, read: readingPatiently(opened.read), sources, raw: false, now: clock(), folder: process.cwd() };
}

type Ask<F extends Fields> = Pick<Route, 'path' | 'summary' | 'output'> & { readonly input: F };

/** JSON made for each request: about the server, not from the archive. */
export function fresh<const F extends Fields>(
  route: Ask<F> & {
    readonly run: (context: HttpContext, input: Input<F>, exchange: Exchange) => Promise<object>;
  },
): Route {
  return { method: 'GET', answers: 'fresh', needsToken: false, ...route, run: route.run as unknown as Route['run'] };
}

/** An answer in bytes or text, sent while the archive it comes from is held. */
export function getFile<const F extends Fields>(
  route: Ask<F> & {
    readonly run: (context: HttpContext, input: Input<F>, send: (file: File) => Promise<void>) => Promise<void>;
  },
): Route {
  const run: Route['run'] = (context, input, { request, response }) =>
    route.run(context, input as unknown as Input<F>, (file) => sendFile(request, response, file));
  return { method: 'GET', answers: 'own', needsToken: false, ...route, run };
}

/** A route that writes to the archive. */
export function post<const F extends Fields>(
  route: Ask<F> & { readonly run: (context: HttpContext, input: Input<F>) => Promise<object> },
): Route {
  return { method: 'POST', answers: 'fresh', needsToken: true, ...route, run: route.run as unknown as Route['run'] };
}

/** The names after colons. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
}

function withoutPathsOf(routes: readonly HttpRoute[], path: string, input: Fields): Fields {
  const own = pathNames(path);
  const others = routes.flatMap((route) => pathNames(route.path)).filter((name) => !own.includes(name));
  const isOfAnother = (name: string) => others.includes(name) && routes.length > 1;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !isOfAnother(name)));
}
