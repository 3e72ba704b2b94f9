import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AskedArchive } from '../../ask/archive/archive.ts';
import type { EntryArchive } from '../../entries/entry.ts';
import type { Source } from '../../sources/source.ts';
import { isAtLeast, type Role } from '../../team/role.ts';
import type { Bearer, Registry } from '../../team/registry.ts';
import type { About } from '../about.ts';
import { addressOf, answerRoute, routeAt, showPage } from '../handler.ts';
import { otlpHandler } from '../otlp/otlp-handler.ts';
import { checkSite } from '../request/guard.ts';
import { errorResponse, HttpError, type Secret } from '../response/http-error.ts';
import type { PageFiles } from '../response/page-files.ts';
import { sendError, sendJson } from '../response/send.ts';
import { dataPolicy, everywhere } from '../response/security-headers.ts';
import type { HttpContext, Route } from '../route.ts';
import { Authenticator } from './authenticate.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Metrics } from './metrics.ts';
import type { OpenRequests } from './open-requests.ts';
import type { LogLine } from './request-log.ts';
import type { ServerRoute } from './server-route.ts';
import type { OpenSpace, Spaces } from './spaces.ts';

export interface TeamHandlerParts {
  readonly version: string;
  readonly kind: 'sqlite' | 'postgres';
  readonly registry: Registry;
  readonly spaces: Spaces;
  readonly routes: readonly ServerRoute[];
  readonly page: PageFiles;
  readonly bodies: BodyBudget;
  readonly metrics: Metrics;
  readonly metricsText: () => string;
  readonly log: (line: LogLine) => void;
  readonly clock: () => number;
  readonly sources: () => Promise<readonly Source[]>;
  /** The MCP server of a space, for one who may enter or only read. */
  readonly mcp: (
    archive: EntryArchive,
    workspace: string,
    readOnly: boolean,
  ) => (request: Request) => Promise<Response>;
  readonly secrets: readonly Secret[];
  readonly requestsPerSecond: number;
  /** The last address in `X-Forwarded-For` is the client's: a proxy of ours wrote it. */
  readonly trustsProxy: boolean;
  /** Whether requests can be answered now. */
  readonly isReady: () => boolean;
  /** The name of the server's own machine. */
  readonly machine: string;
  readonly open: OpenRequests;
}

/** What is known of a request when it is answered, for its line in the log. */
interface Noted {
  route: string;
  bearer?: Bearer;
  space?: OpenSpace;
}

/** Answers every request of a team server: who it is comes first, then which space, then the route. Never throws. */
export function teamHandler(parts: TeamHandlerParts): (request: IncomingMessage, response: ServerResponse) => void {
  const { metrics, log } = parts;
  const team = new TeamHandler(parts);
  return (request, response) => {
    const begun = performance.now();
    const noted: Noted = { route: 'none' };
    const { method = 'GET' } = request;
    metrics.inFlight += 1;
    response.once('close', () => {
      metrics.inFlight -= 1;
      metrics.bodyBytes += Number(request.headers['content-length'] ?? 0) || 0;
      const ms = performance.now() - begun;
      const known = methods.has(method) ? method : 'other';
      // 499, as proxies call it: the client has gone before it was answered.
      const status = response.headersSent ? response.statusCode : 499;
      metrics.answered(known, noted.route, status, ms);
      if (!quiet.has(noted.route))
        log({
          level: status >= 500 ? 'error' : 'info',
          message: 'request',
          method: known,
          route: noted.route,
          status,
          ms: Math.round(ms * 10) / 10,
          user: noted.bearer?.user,
          token: noted.bearer?.tokenId,
          space: noted.space?.name,
        });
    });
    team.handle(request, response, noted).catch((error: unknown) => {
      // A client that has gone gets nothing.
      if (response.destroyed) return;
      const failure = errorResponse(error, parts.secrets);
      if (failure.bug !== undefined) logBug(log, noted.route, failure.bug);
      sendError(request, response, failure);
    });
  };
}

export function logBug(log: (line: LogLine) => void, route: string, error: unknown): void {
  const error_ = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log({ level: 'error', message: 'bug', route, error: error_ });
}

class TeamHandler {
  readonly #parts: TeamHandlerParts;
  readonly #authenticator: Authenticator;
  readonly #otlp: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The space of requests that bring telemetry. */
  readonly #spaceOf = new WeakMap<IncomingMessage, OpenSpace>();

  constructor(parts: TeamHandlerParts) {
    this.#parts = parts;
    const { registry, clock, metrics, log, requestsPerSecond } = parts;
    this.#authenticator = new Authenticator({
      registry,
      clock,
      requestsPerSecond,
      onRefused: (reason) => metrics.refused(reason),
    });
    this.#otlp = otlpHandler({
      receive: async (signal, message, request) => {
        const space = this.#spaceOf.get(request)!;
        const receipt = await space.telemetry.receive(signal, message);
        space.telemetryCame();
        return receipt;
      },
      // Who it is was found out before.
      guard: { checkHost: () => undefined, checkSite: () => undefined, checkToken: () => undefined },
      needsToken: false,
      onBug: (error) => logBug(log, '/v1/traces', error),
    });
  }

  async handle(request: IncomingMessage, response: ServerResponse, noted: Noted): Promise<void> {
    const { page, isReady } = this.#parts;
    const address = addressOf(request.url);
    if (address.pathname === '/healthz' || address.pathname === '/readyz') {
      noted.route = address.pathname;
      return sendText(
        response,
        address.pathname === '/healthz' || isReady() ? 200 : 503,
        isReady() ? 'ok\n' : 'stopping\n',
      );
    }
    const { kind, pathname } = spaceIn(address.pathname);
    const isData = /^\/(?:api|mcp|openapi\.json|v1|metrics)(?:\/|$)/.test(pathname);
    checkSite(request, isData);
    if (!isData) {
      noted.route = 'page';
      return await showPage(page, address.pathname, request, response);
    }
    // Whether an address exists is nobody's business who has no token.
    const bearer = (noted.bearer = this.#authenticator.bearer(request, this.#clientOf(request)));
    this.#parts.open.add(bearer.tokenId, response);
    if (pathname === '/metrics') {
      noted.route = '/metrics';
      if (request.method !== 'GET' && request.method !== 'HEAD') throw wrongMethod(request.method, ['GET']);
      return sendText(response, 200, this.#parts.metricsText(), 'text/plain; version=0.0.4; charset=utf-8');
    }
    const space = (noted.space = this.#parts.spaces.of(bearer, kind));
    const role = roleIn(bearer, kind);
    if (/^\/v1\/(?:traces|logs|metrics)$/.test(pathname)) {
      noted.route = pathname;
      this.#check(role, 'writer');
      this.#spaceOf.set(request, space);
      // The handler of exporters knows their own addresses only.
      request.url = pathname;
      return await this.#otlp(request, response);
    }
    const own = this.#parts.routes.filter(({ path }) => path === pathname);
    if (own.length > 0)
      return await this.#answerOwn(own, request, response, { bearer, space, role }, address.searchParams, noted);
    const matched = routeAt(request, pathname);
    noted.route = matched.route.path;
    this.#check(role, roleFor[matched.route.method]);
    request.url = (request.url ?? '/').slice(address.pathname.length - pathname.length);
    await answerRoute(this.#context(bearer, space, role), space.answers, matched, address.searchParams, {
      request,
      response,
      hasToken: isAtLeast(role, 'writer'),
    });
  }

  async #answerOwn(
    routes: readonly ServerRoute[],
    request: IncomingMessage,
    response: ServerResponse,
    { bearer, space, role }: { readonly bearer: Bearer; readonly space: OpenSpace; readonly role: Role },
    query: URLSearchParams,
    noted: Noted,
  ): Promise<void> {
    noted.route = routes[0]!.path;
    const route = routes.find(({ method }) => method === request.method);
    if (!route)
      throw wrongMethod(
        request.method,
        routes.map(({ method }) => method),
      );
    this.#check(role, route.role);
    const { registry, bodies } = this.#parts;
    const { user, tokenId, workspace } = bearer;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const releases: (() => void)[] = [];
    try {
      await route.run({
        request,
        response,
        query,
        member: { user, role, workspace: workspace.name, tokenId },
        space,
        signal: gone.signal,
        async body(maxBytes) {
          const { body, release } = await bodies.read(request, maxBytes);
          releases.push(release);
          return body;
        },
        claimMachine: (machine) => {
          if (machine === this.#parts.machine) return;
          if (registry.claimMachine(workspace, bearer.userId, machine)) this.#audit(bearer, 'machine named', machine);
        },
        ownsMachine: (machine) => registry.ownsMachine(workspace, bearer.userId, machine),
        send: (status, answer) => sendJson(request, response, status, answer),
        audit: (action, subject) => this.#audit(bearer, action, subject),
      });
    } finally {
      for (const release of releases) release();
    }
  }

  #check(role: Role, needed: Role): void {
    if (isAtLeast(role, needed)) return;
    this.#parts.metrics.refused('role');
    throw new HttpError(403, 'not-allowed', `The role ${role} may not do this: it needs ${needed}.`, {
      hint: 'Ask for a token with that role, which `stemma token create` makes at the server.',
    });
  }

  #context(bearer: Bearer, space: OpenSpace, role: Role): HttpContext {
    const { clock, sources, version, kind, mcp } = this.#parts;
    const archive = this.#entryArchive(bearer, space, role);
    const about: About = {
      version,
      store: kind,
      watching: false,
      demo: false,
      token_to_read: true,
      mcp: true,
      member: { user: bearer.user, role, workspace: bearer.workspace.name, space: space.kind },
      judge: null,
    };
    return {
      archive,
      clock,
      sources,
      hub: space.hub,
      about: () => about,
      mcp: mcp(archive, bearer.workspace.name, !isAtLeast(role, 'writer')),
    };
  }

  /** Entries go to the thread that writes, by those who may. */
  #entryArchive(bearer: Bearer, { archive, write }: OpenSpace, role: Role): EntryArchive {
    const asked: AskedArchive = archive;
    return {
      ask: (question) => asked.ask(question),
      enter: async (entry, input) => {
        this.#check(role, 'writer');
        const answer = await write('enter', { entry, input });
        this.#audit(bearer, 'enter', entry);
        return answer;
      },
    };
  }

  #audit({ user, tokenId, workspace }: Bearer, action: string, subject: string): void {
    const { registry, clock } = this.#parts;
    registry.audit({
      at: clock(),
      actor: user,
      token: tokenId,
      workspace: workspace.name,
      action,
      subject,
      address: null,
    });
  }

  #clientOf({ headers, socket }: IncomingMessage): string {
    const forwarded = this.#parts.trustsProxy ? headers['x-forwarded-for'] : undefined;
    return [forwarded].flat().join(',').split(',').at(-1)?.trim().slice(0, 60) || (socket.remoteAddress ?? 'unknown');
  }
}

/** Of the addresses of `serve`. The MCP server has tools for readers, and adds those that write for writers. */
const roleFor: Readonly<Record<Route['method'], Role>> = { GET: 'reader', POST: 'writer', ANY: 'reader' };

/** `/mine/…` is the same in one's own space. */
function spaceIn(pathname: string): { readonly kind: 'team' | 'mine'; readonly pathname: string } {
  const [, rest] = /^\/mine(\/(?:api|mcp|v1)(?:\/.*)?)$/.exec(pathname) ?? [];
  return rest === undefined ? { kind: 'team', pathname } : { kind: 'mine', pathname: rest };
}

/** In their own space everybody but a reader may do everything. */
function roleIn({ role }: Bearer, kind: 'team' | 'mine'): Role {
  return kind === 'mine' && isAtLeast(role, 'writer') ? 'admin' : role;
}

function wrongMethod(method: string | undefined, allowed: readonly string[]): HttpError {
  return new HttpError(405, 'wrong-method', `This address does not take ${method}.`, {
    hint: `It takes ${allowed.join(', ')}.`,
    headers: { allow: allowed.join(', ') },
  });
}

function sendText(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, {
    ...everywhere,
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'content-security-policy': dataPolicy,
    ...(status === 503 && { 'retry-after': '5' }),
  });
  response.end(text);
}

const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']);
/** Asked every few seconds by what watches over the server. */
const quiet = new Set(['/healthz', '/readyz', '/metrics']);
