import { readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { EntryArchive } from '../../entries/entry.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { namedMachine } from '../../platform/machine-name.ts';
import type { Source } from '../../sources/source.ts';
import { isPostgres } from '../../store/archive-address.ts';
import type { Registry } from '../../team/registry.ts';
import type { ServerPlace } from '../../team/space-place.ts';
import { isLoopback } from '../request/guard.ts';
import type { Secret } from '../response/http-error.ts';
import { PageFiles } from '../response/page-files.ts';
import { BodyBudget } from './body-budget.ts';
import { Metrics } from './metrics.ts';
import { OpenRequests } from './open-requests.ts';
import { jsonLog } from './request-log.ts';
import { forgetOld } from './retention.ts';
import { serverRoutes } from './server-routes.ts';
import { Spaces, type SpacesParts } from './spaces.ts';
import { logBug, teamHandler } from './team-handler.ts';
import { WriterPool } from './writer/writer-pool.ts';

export interface TeamServerOptions {
  readonly version: string;
  readonly place: ServerPlace;
  readonly registry: Registry;
  readonly openStore: SpacesParts['openStore'];
  /** The MCP server of an archive. */
  readonly mcp: (context: {
    readonly archive: EntryArchive;
    readonly workspace: string;
    readonly readOnly: boolean;
    readonly print: (text: string) => void;
  }) => (request: Request) => Promise<Response>;
  readonly sources: () => Promise<readonly Source[]>;
  readonly clock: () => number;
  /** The folder of the built page. */
  readonly page: string;
  readonly host: string;
  /** 0 for any. Another one is never taken: clients know this one. */
  readonly port: number;
  /** Files in PEM. Read again when they change, as renewed certificates do. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** How often to look whether they have changed. */
  readonly certificateMs?: number | undefined;
  /** A proxy in front encrypts, and says where requests come from. */
  readonly trustsProxy: boolean;
  /** Of one token. */
  readonly requestsPerSecond?: number | undefined;
  /** Threads that write. */
  readonly writers?: number | undefined;
  /** How long a question waits for its archive to be brought up to date. */
  readonly prepareMs?: number | undefined;
  /** How often old sessions are looked for, where a workspace does not keep them. */
  readonly retentionMs?: number | undefined;
  /** For the log, a line of JSON each. */
  readonly write: (text: string) => void;
  readonly secrets: readonly Secret[];
}

export interface TeamServing extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Requests that are being answered. */
  readonly inFlight: number;
}

/** Listens until it is disposed of: then requests that have begun are answered, and what they wrote is committed. */
export async function startTeamServer(options: TeamServerOptions): Promise<TeamServing> {
  const { place, registry, clock, host, tls, version } = options;
  if (!tls && !options.trustsProxy && !isLoopback(host))
    throw new StemmaError('bad-argument', `On ${host} tokens would cross the network unencrypted.`, {
      hint: 'Give --cert and --key, or --trust-proxy when a proxy in front of it encrypts. See docs/server.md.',
    });
  const log = jsonLog(options.write, clock);
  const writers = new WriterPool({ home: place.folder, database: place.database }, options.writers);
  const onBug = (error: unknown): void => logBug(log, 'writer', error);
  const { openStore, prepareMs } = options;
  const spaces = new Spaces({ place, openStore, writers, clock, onBug, prepareMs });
  const metrics = new Metrics(version, clock());
  let isStopping = false;
  const open = new OpenRequests({ isValid: (tokenId) => registry.isValid(tokenId, clock()) });
  const answer = teamHandler({
    version,
    kind: place.database !== undefined && isPostgres(place.database) ? 'postgres' : 'sqlite',
    registry,
    spaces,
    routes: serverRoutes,
    page: new PageFiles(options.page),
    bodies: new BodyBudget(maxBodyBytes),
    metrics,
    metricsText: () =>
      metrics.text({ writerWaiting: writers.waiting, openSpaces: spaces.open, followers: spaces.followers }),
    log,
    clock,
    sources: options.sources,
    mcp: (archive, workspace, readOnly) =>
      options.mcp({ archive, workspace, readOnly, print: (text) => log({ level: 'warn', message: text }) }),
    secrets: options.secrets,
    requestsPerSecond: options.requestsPerSecond ?? 100,
    trustsProxy: options.trustsProxy,
    isReady: () => !isStopping,
    machine: namedMachine(place.folder),
    open,
  });
  const server = tls ? secureServer(tls, answer, log, options.certificateMs) : createServer(serverOptions, answer);
  bound(server);
  await listen(server, host, options.port);
  const { port } = server.address() as AddressInfo;
  registry.pruneAudit(clock());
  const daily = setInterval(() => registry.pruneAudit(clock()), dayMs).unref();
  const retain = (): void => void forgetOld({ registry, place, writers, clock }).catch(onBug);
  const retaining = setInterval(retain, options.retentionMs ?? hourMs).unref();
  const tidying = setInterval(() => spaces.closeDeleted(registry.workspaces()), tidyMs).unref();
  const url = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  log({ level: 'info', message: 'listening', url, version });
  return {
    url,
    port,
    get inFlight() {
      return metrics.inFlight;
    },
    async [Symbol.asyncDispose]() {
      isStopping = true;
      clearInterval(daily);
      clearInterval(tidying);
      clearInterval(retaining);
      open[Symbol.dispose]();
      log({ level: 'info', message: 'stopping' });
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // Pages that follow would keep their connections for ever.
      spaces.stopFollowing();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      const hurry = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(hurry);
      await writers.close();
      await spaces.close();
      metrics[Symbol.dispose]();
      log({ level: 'info', message: 'stopped' });
    },
  };
}

const serverOptions = { maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 1_000 };

function secureServer(
  tls: { readonly cert: string; readonly key: string },
  answer: RequestListener,
  log: ReturnType<typeof jsonLog>,
  everyMs = certificateMs,
): SecureServer {
  let stamp = stampOf(tls);
  const server = createSecureServer({ ...serverOptions, ...readTls(tls) }, answer);
  const renewing = setInterval(() => {
    const now = stampOf(tls);
    if (now === stamp) return;
    try {
      server.setSecureContext(readTls(tls));
      stamp = now;
      log({ level: 'info', message: 'certificate read again' });
    } catch {
      // One of the two files may not be written yet; the old certificate is used until both fit.
      log({ level: 'warn', message: 'the new certificate cannot be used yet' });
    }
  }, everyMs).unref();
  server.once('close', () => clearInterval(renewing));
  return server;
}

function readTls({ cert, key }: { readonly cert: string; readonly key: string }): { cert: Buffer; key: Buffer } {
  return { cert: readPem(cert, '--cert'), key: readPem(key, '--key') };
}

function readPem(path: string, flag: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StemmaError(
      'path-unreadable',
      `${flag} ${path} cannot be read (${(cause as NodeJS.ErrnoException).code}).`,
      {
        hint: 'Name a file in PEM that the user of the server may read.',
        cause,
      },
    );
  }
}

function stampOf({ cert, key }: { readonly cert: string; readonly key: string }): string {
  return [cert, key].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0).join(' ');
}

/** Slow, idle or too many clients must not keep others out. */
function bound(server: Server | SecureServer): void {
  server.maxConnections = 1_024;
  server.headersTimeout = 10_000;
  // A push of 64 MB over a slow line.
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.maxRequestsPerSocket = 10_000;
}

async function listen(server: Server | SecureServer, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port }, resolve);
  await promise.catch((cause: NodeJS.ErrnoException) => {
    const reason = listenProblems[cause.code ?? ''];
    if (!reason) throw cause;
    throw new StemmaError('bad-argument', `${host}:${port} cannot be listened on: ${reason}.`, {
      hint: 'Give another one with --host and --port.',
      cause,
    });
  });
}

const listenProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program does already',
  EACCES: 'ports below 1024 are not for everybody',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
  EINVAL: 'this machine has no such address',
};

/** Bodies of pushes that are in memory at the same time. */
const maxBodyBytes = 96 * 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;
const tidyMs = 10_000;
const hourMs = 60 * 60 * 1000;
const certificateMs = 60_000;
/** For requests that have begun; then their connections are closed. */
const patienceMs = 15_000;
