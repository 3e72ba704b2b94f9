import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { Push, Receipt } from '../../../ingest/receive/delivery.ts';
import { encodePush, machineHeader, pushType } from '../../../ingest/receive/wire.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import { isObject, text } from '../../../platform/parse-records.ts';
import { redact } from '../../../platform/redact.ts';
import type { Sent } from '../push.ts';
import type { Target } from '../watermarks.ts';
import type { Login } from './login.ts';

export interface Whoami {
  readonly user: string;
  readonly role: 'reader' | 'writer' | 'admin';
  readonly workspace: string;
  /** The workspace takes unredacted bytes. */
  readonly allows_raw: boolean;
}

/** What became of sessions that a server was to forget. */
export interface ForgottenThere {
  /** Of each: it is gone, and a later push of it is refused. */
  readonly forgotten: readonly string[];
  /** Others pushed them too; an admin may forget them. */
  readonly refused: readonly string[];
  readonly sessions: number;
  readonly events: number;
  readonly bytes: number;
}

export interface TeamClientOptions {
  /** How often a request is repeated while the server cannot be reached or is busy. */
  readonly attempts?: number;
  /** Before the first repetition; each waits twice as long as the one before. */
  readonly waitMs?: number;
  readonly onRetry?: (why: string) => void;
}

/** A team's server, as a machine sees it. Every request may be repeated: what was done twice is there once. */
export class TeamClient {
  readonly #login: Login;
  readonly #attempts: number;
  readonly #waitMs: number;
  readonly #onRetry: ((why: string) => void) | undefined;

  constructor(login: Login, { attempts = 6, waitMs = 400, onRetry }: TeamClientOptions = {}) {
    this.#login = login;
    this.#attempts = attempts;
    this.#waitMs = waitMs;
    this.#onRetry = onRetry;
  }

  get url(): string {
    return this.#login.url;
  }

  async whoami(signal?: AbortSignal): Promise<Whoami> {
    return (await this.#ask('team', '/v1/whoami', { signal })) as Whoami;
  }

  async push(space: Target['space'], push: Push, signal: AbortSignal): Promise<Sent> {
    const body = await pack(encodePush(push));
    const receipt = await this.#ask(space, '/v1/push', {
      signal,
      body,
      headers: { 'content-type': pushType, 'content-encoding': 'zstd', [machineHeader]: push.machine },
    });
    return { receipt: receipt as Receipt, bytes: body.length };
  }

  async forget(space: Target['space'], sessions: readonly string[], signal?: AbortSignal): Promise<ForgottenThere> {
    const headers = { 'content-type': 'application/json' };
    const all = { forgotten: [] as string[], refused: [] as string[], sessions: 0, events: 0, bytes: 0 };
    for (let at = 0; at < sessions.length; at += sessionsAtOnce) {
      const body = Buffer.from(JSON.stringify({ sessions: sessions.slice(at, at + sessionsAtOnce) }));
      const there = (await this.#ask(space, '/v1/push/forget', { signal, body, headers })) as ForgottenThere;
      all.forgotten.push(...there.forgotten);
      all.refused.push(...there.refused);
      all.sessions += there.sessions;
      all.events += there.events;
      all.bytes += there.bytes;
    }
    return all;
  }

  async pull(signal?: AbortSignal): Promise<unknown> {
    return await this.#ask('team', '/v1/pull', { signal });
  }

  async #ask(space: Target['space'], path: string, request: Request): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(`${this.#login.url}${space === 'mine' ? '/mine' : ''}${path}`, request);
      if ('value' in answer) return answer.value;
      if (answer.retryMs === undefined || attempt >= this.#attempts) throw answer.error;
      this.#onRetry?.(answer.error.message);
      const wait = Math.max(answer.retryMs, this.#waitMs * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
      await sleep(Math.min(wait, longestWaitMs), undefined, request.signal ? { signal: request.signal } : {}).catch(
        () => {
          throw interrupted();
        },
      );
    }
  }

  async #once(url: string, { body, headers, signal }: Request): Promise<Answer> {
    const timeout = AbortSignal.timeout(patienceMs);
    let response: Response;
    let answered: string;
    try {
      response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, authorization: `Bearer ${this.#login.token}`, accept: 'application/json' },
        // A redirect would take the token to another server.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body && { body }),
      });
      answered = await response.text();
    } catch (error) {
      if (signal?.aborted) throw interrupted();
      return { error: unreachable(this.#login.url, error), retryMs: 0 };
    }
    const value = parsed(answered);
    if (response.ok && value !== undefined) return { value };
    const error = refused(this.#login.url, response.status, value);
    const isLater = response.status === 429 || response.status >= 502 || response.ok;
    const after = Number(response.headers.get('retry-after'));
    return { error, ...(isLater && { retryMs: Number.isFinite(after) ? after * 1_000 : 0 }) };
  }
}

interface Request {
  readonly signal?: AbortSignal | undefined;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

type Answer = { readonly value: unknown } | { readonly error: StemmaError; readonly retryMs?: number };

/** The server may have others to write for first. */
const patienceMs = 120_000;
const longestWaitMs = 30_000;
/** Of those to forget; the server takes no more than a thousand. */
const sessionsAtOnce = 500;

const zstd = promisify(zstdCompress);

async function pack(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  return Uint8Array.from(packed);
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

function unreachable(url: string, error: unknown): StemmaError {
  const { cause, message } = error as Error;
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return new StemmaError('server-unreachable', `${url} does not answer (${redact(code ?? message)}).`, {
    hint: 'Everything stays in the archive here; run the command again when the server can be reached.',
    cause: error,
  });
}

/** What the server said, in its own words. */
function refused(url: string, status: number, value: unknown): StemmaError {
  const error = isObject(value) && isObject(value['error']) ? value['error'] : {};
  const message = text(error['message']) ?? `It answered with status ${status}.`;
  if (status === 401)
    return new StemmaError('not-logged-in', `${url} does not know the token, or it has expired.`, {
      hint: `Ask for a new one and run \`stemma login ${url}\`.`,
    });
  return new StemmaError('server-refused', `${url} refused it: ${redact(message)}`, {
    hint: text(error['hint']) ?? 'Is it the address of a stemma server?',
  });
}

function interrupted(): StemmaError {
  return new StemmaError('interrupted', 'Stopped before everything was sent.', {
    hint: 'What was sent stays; run the same command again to go on.',
  });
}
