import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Archive } from '../ask/archive/archive.ts';
import type { Source } from '../sources/source.ts';
import type { About } from './about.ts';
import type { Hub } from './live/hub.ts';
import { sendFile, type File } from './send.ts';

/** What routes may use of the world. */
export interface World {
  readonly archive: Archive;
  readonly sources: () => Promise<readonly Source[]>;
  readonly clock: () => number;
  /** Where the price table of the user lies. */
  readonly base: string;
  readonly about: () => About;
  readonly hub: Hub;
  /** The MCP server, when there is one. */
  readonly mcp?: ((request: Request) => Promise<Response>) | undefined;
}

interface ParamBase {
  readonly summary: string;
  /** Nothing can be answered without it. */
  readonly required?: true;
}

/** What a parameter may be. Routing, validation, docs/http.md and /openapi.json are all made from these. */
export type Param =
  | (ParamBase & { readonly type: 'text'; readonly most?: number })
  /** The same, as often as it is given. */
  | (ParamBase & { readonly type: 'texts'; readonly most?: number })
  /** A whole number within its bounds. */
  | (ParamBase & { readonly type: 'number'; readonly least: number; readonly most: number; readonly usual?: number })
  | (ParamBase & { readonly type: 'decimal'; readonly least: number; readonly most: number })
  /** `1` or `0`, `true` or `false`. */
  | (ParamBase & { readonly type: 'flag' })
  /** A day, a time, or how long ago, such as `7d`; arrives in milliseconds. */
  | (ParamBase & { readonly type: 'time' })
  | (ParamBase & { readonly type: 'choice'; readonly choices: readonly string[] })
  /** Several of them, with commas between. */
  | (ParamBase & { readonly type: 'choices'; readonly choices: readonly string[] });

export type Params = Readonly<Record<string, Param>>;

type ValueOf<P extends Param> = P extends { readonly type: 'flag' }
  ? boolean
  : P extends { readonly type: 'number' | 'decimal' | 'time' }
    ? number
    : P extends { readonly type: 'choice'; readonly choices: readonly (infer Choice)[] }
      ? Choice
      : P extends { readonly type: 'choices'; readonly choices: readonly (infer Choice)[] }
        ? readonly Choice[]
        : P extends { readonly type: 'texts' }
          ? readonly string[]
          : string;

type IsSure<P extends Param> = P extends { readonly required: true }
  ? true
  : P extends { readonly usual: number }
    ? true
    : false;

/** What was given: a parameter that was not is absent. */
export type Given<P extends Params> = {
  readonly [Name in keyof P as IsSure<P[Name]> extends true ? Name : never]: ValueOf<P[Name]>;
} & {
  readonly [Name in keyof P as IsSure<P[Name]> extends true ? never : Name]?: ValueOf<P[Name]>;
};

/** The names after colons in a path. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export interface Spec<Path extends string, Query extends Params, Body extends Params> {
  readonly path: Path;
  readonly summary: string;
  readonly query?: Query;
  /** Of a POST: the fields of its JSON object. */
  readonly body?: Body;
  /** The name of its type in `stemma/types`, or words for what it is. */
  readonly gives: string;
  /** May read a whole session, or all: only one such question is answered at a time, others meanwhile. */
  readonly isLong?: true;
}

interface Asked<Path extends string, Query extends Params, Body extends Params> {
  readonly path: Readonly<Record<Names<Path>, string>>;
  readonly query: Given<Query>;
  readonly body: Given<Body>;
}

/** One line of the table. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'ANY';
  readonly path: string;
  readonly summary: string;
  readonly query: Params;
  readonly body: Params;
  readonly gives: string;
  /** `fresh`: JSON that is made anew for everybody. */
  readonly answers: 'json' | 'fresh' | 'itself';
  readonly isLong?: true;
  /** Whether the token is needed even where reading is free. */
  readonly needsToken: boolean;
  /** `json`, `fresh`: the object. `itself`: nothing, for it has written to the response. */
  readonly run: (world: World, asked: Asked<string, Params, Params>, exchange: Exchange) => Promise<unknown>;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly hasToken: boolean;
}

/** A question: reads, and answers with an object of the SDK. */
export function get<const Path extends string, const Query extends Params = Record<never, never>>(
  spec: Spec<Path, Query, Record<never, never>> & {
    readonly answer: (world: World, asked: Asked<Path, Query, Record<never, never>>) => Promise<object>;
  },
): Route {
  const { answer, ...rest } = spec;
  return {
    method: 'GET',
    query: {},
    body: {},
    answers: 'json',
    needsToken: false,
    ...rest,
    run: answer as unknown as Route['run'],
  };
}

/** The same, made anew for everybody: of the server and not of the archive. */
export function fresh<const Path extends string>(
  spec: Spec<Path, Record<never, never>, Record<never, never>> & {
    readonly answer: (
      world: World,
      asked: Asked<Path, Record<never, never>, Record<never, never>>,
      exchange: Exchange,
    ) => Promise<object>;
  },
): Route {
  const { answer, ...rest } = spec;
  return {
    method: 'GET',
    query: {},
    body: {},
    answers: 'fresh',
    needsToken: false,
    ...rest,
    run: answer as unknown as Route['run'],
  };
}

/** A question whose answer is bytes or text, sent while the archive it comes from is held. */
export function getFile<const Path extends string, const Query extends Params = Record<never, never>>(
  spec: Spec<Path, Query, Record<never, never>> & {
    readonly answer: (
      world: World,
      asked: Asked<Path, Query, Record<never, never>>,
      send: (file: File) => Promise<void>,
    ) => Promise<void>;
  },
): Route {
  const { answer, ...rest } = spec;
  const run: Route['run'] = (world, asked, { request, response }) =>
    answer(world, asked as unknown as Asked<Path, Query, Record<never, never>>, (file) =>
      sendFile(request, response, file),
    );
  return { method: 'GET', query: {}, body: {}, answers: 'itself', needsToken: false, ...rest, run };
}

/** Something that is kept. */
export function post<const Path extends string, const Body extends Params>(
  spec: Spec<Path, Record<never, never>, Body> & {
    readonly answer: (world: World, asked: Asked<Path, Record<never, never>, Body>) => Promise<object>;
  },
): Route {
  const { answer, ...rest } = spec;
  return {
    method: 'POST',
    query: {},
    body: {},
    answers: 'fresh',
    needsToken: true,
    ...rest,
    run: answer as unknown as Route['run'],
  };
}
