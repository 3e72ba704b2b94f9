import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { hostname } from 'node:os';
import { Archive, type ArchiveParts } from '../ask/archive/archive.ts';
import { redacted } from '../ask/redaction/redacted.ts';
import { StemmaError } from '../model/stemma-error.ts';
import type { Judge } from '../live/judge/judge.ts';
import type { Source } from '../sources/source.ts';
import { Guard, isLoopback } from './request/guard.ts';
import { handler } from './handler.ts';
import { keepWatching, type WatchParts } from './keep-watching.ts';
import { lettingOthersIn } from './let-others-in.ts';
import { Hub } from './live/hub.ts';
import { PageFiles } from './response/page-files.ts';
import type { HttpContext } from './route.ts';
import type { Secret } from './response/http-error.ts';

export interface ServeOptions {
  readonly version: string;
  readonly archive: ArchiveParts & { readonly kind: 'sqlite' | 'postgres'; readonly isDemo: boolean };
  readonly sources: () => Promise<readonly Source[]>;
  readonly clock: () => number;
  /** The folder of the built page. */
  readonly page: string;
  readonly host: string;
  /** Another port is used when this one is taken; 0 for any. */
  readonly port: number;
  /** Generated when absent. */
  readonly token?: string | undefined;
  /** Undefined to serve without watching. */
  readonly watch?: Omit<WatchParts, 'signal' | 'redacted' | 'onNews'> | undefined;
  /** Who judges sessions when somebody presses the button. */
  readonly judge?: Judge | undefined;
  /** What is read and kept on this machine. */
  readonly setup?: HttpContext['setup'];
  readonly mcp?: ((archive: Archive) => (request: Request) => Promise<Response>) | undefined;
  readonly secrets: readonly Secret[];
  readonly print: (text: string) => void;
  readonly limits?: Partial<Limits>;
  readonly live?: { readonly everyMs?: number; readonly beatMs?: number; readonly archiveEveryMs?: number };
}

/** Limits for one client. */
export interface Limits {
  readonly connections: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly idleMs: number;
}

export interface Serving extends AsyncDisposable {
  readonly port: number;
  readonly token: string;
  /** The address of the page, with the token behind `#t=`: a fragment is never sent, neither here nor as a referrer. */
  readonly url: string;
  /** The requested port was taken. */
  readonly isOtherPort: boolean;
}

const defaultLimits: Limits = { connections: 512, headersMs: 10_000, requestMs: 30_000, idleMs: 60_000 };

/** Listens, answers and watches until it is disposed of. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { host, clock, archive: parts, sources } = options;
  const token = tokenOf(options.token);
  const archive = new Archive(parts);
  const hub = new Hub({ archive, ...options.live });
  const ending = new AbortController();
  const isOpen = !isLoopback(host);
  let isWatching = false;
  const context: HttpContext = {
    archive,
    sources,
    clock,
    hub,
    judge: options.judge,
    setup: options.setup,
    mcp: options.mcp?.(archive),
    about: () => ({
      version: options.version,
      store: parts.kind,
      demo: parts.isDemo,
      watching: isWatching,
      token_to_read: isOpen,
      mcp: options.mcp !== undefined,
      member: null,
      judge: options.judge?.name ?? null,
    }),
  };
  const guard = new Guard({
    token,
    tokenToRead: isOpen,
    names: isOpen ? [host, hostname(), `${hostname()}.local`].map((name) => name.toLowerCase()) : [],
  });
  const answer = handler({
    context,
    guard,
    page: new PageFiles(options.page),
    secrets: options.secrets,
    onBug: (error) =>
      options.print(`serve: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  });
  const limits = { ...defaultLimits, ...options.limits };
  const { idleMs } = limits;
  const server = createServer({ maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 1_000 }, (request, response) => {
    // An answer may take long to make; while it is read, the connection may not stall longer than this.
    request.socket.setTimeout(0);
    response.once('prefinish', () => request.socket.setTimeout(idleMs));
    void answer(request, response);
  });
  const sockets = bounded(server, limits);
  const isOtherPort = await listen(server, host, options.port);
  const { port } = server.address() as AddressInfo;

  isWatching = options.watch !== undefined;
  const watched = options.watch
    ? keepWatching({
        ...options.watch,
        openStore: async () => lettingOthersIn(await options.watch!.openStore()),
        signal: ending.signal,
        redacted: (store) => ({
          ...store,
          read: redacted(store.read),
          [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
        }),
        onNews: async () => hub.nudge(),
      })
    : Promise.resolve();
  void watched.then(() => (isWatching = false));

  return {
    port,
    token,
    url: `http://${shown(host)}:${port}/#t=${token}`,
    isOtherPort,
    async [Symbol.asyncDispose]() {
      ending.abort();
      hub.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      await watched;
      await archive[Symbol.asyncDispose]();
    },
  };
}

function tokenOf(token = randomBytes(24).toString('base64url')): string {
  if (/^[\w.~+/=-]{16,500}$/.test(token)) return token;
  throw new StemmaError('bad-config', 'STEMMA_TOKEN is too short to keep anybody out, or cannot be sent in a header.', {
    hint: 'Give it 16 or more letters, digits, `-` or `_`, such as `openssl rand -hex 24` prints.',
  });
}

/** Slow, idle or too many clients must not keep others out. */
function bounded(server: Server, { connections, headersMs, requestMs, idleMs }: Limits): ReadonlySet<Socket> {
  server.maxConnections = connections;
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
  // Long: a client that asks again just when it expires would find its connection broken.
  server.keepAliveTimeout = 65_000;
  server.timeout = idleMs;
  server.maxRequestsPerSocket = 10_000;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

/** Whether another port than the requested one was used. */
async function listen(server: Server, host: string, port: number): Promise<boolean> {
  try {
    await listening(server, host, port);
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && port !== 0) {
      await listening(server, host, 0);
      return true;
    }
    if (code === 'EACCES')
      throw new StemmaError('bad-argument', `Port ${port} is not for everybody.`, {
        hint: 'Give another one with --port: 1024 or more.',
        cause: error,
      });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EINVAL')
      throw new StemmaError('bad-argument', `This machine has no address ${host}.`, {
        hint: 'Give one it has with --host, or 0.0.0.0 for all of them.',
        cause: error,
      });
    throw error;
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function shown(host: string): string {
  if (host === '0.0.0.0' || host === '::') return hostname();
  return host.includes(':') ? `[${host}]` : host;
}
