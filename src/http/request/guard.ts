import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { HttpError } from '../response/http-error.ts';

export interface GuardOptions {
  readonly token: string;
  /** Reading needs the token too. */
  readonly tokenToRead: boolean;
  /** Names by which this server may be called besides addresses. */
  readonly names: readonly string[];
}

/** Decides who may ask for what. */
export class Guard {
  readonly #options: GuardOptions;
  readonly #token: Buffer;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#token = digest(options.token);
  }

  /**
   * DNS rebinding: a foreign name that resolves to this machine gives that site's page the same origin. So only names
   * are accepted that nobody else can own. The port is ignored: a tunnel has another one.
   */
  checkHost({ headers: { host } }: IncomingMessage): void {
    const name = nameOf(host);
    if (name !== undefined && this.#isOurs(name)) return;
    throw new HttpError(403, 'not-allowed', 'This server is not called that.', {
      hint: 'Use the address that `stemma serve` printed; `--host` is for other names.',
    });
  }

  checkSite(request: IncomingMessage, isData: boolean): void {
    checkSite(request, isData);
  }

  hasToken({ headers: { authorization = '' } }: IncomingMessage): boolean {
    const [, token] = /^Bearer +([\w.~+/=-]{1,500})$/i.exec(authorization) ?? [];
    return token !== undefined && timingSafeEqual(digest(token), this.#token);
  }

  checkToken(request: IncomingMessage, isNeeded: boolean): void {
    if (this.hasToken(request)) return;
    const hint =
      'Send `Authorization: Bearer …` with the token after `#t=` in the address that `stemma serve` printed.';
    const headers = { 'www-authenticate': 'Bearer realm="stemma"' };
    // A wrong token is refused even where none is needed: its sender should know.
    if (request.headers.authorization !== undefined)
      throw new HttpError(401, 'token-needed', 'This is not the token of this server.', { hint, headers });
    if (isNeeded || this.#options.tokenToRead)
      throw new HttpError(401, 'token-needed', 'This needs the token.', { hint, headers });
  }

  #isOurs(name: string): boolean {
    if (name === 'localhost' || name.endsWith('.localhost')) return true;
    // An address cannot be rebound. On the loopback interface only its own are used.
    if (isIP(name) !== 0) return this.#options.tokenToRead || isLoopback(name);
    return this.#options.names.includes(name);
  }
}

/** Pages of other sites may neither change anything nor make the server work. Programs send none of these headers. */
export function checkSite({ method = 'GET', headers }: IncomingMessage, isData: boolean): void {
  const site = headers['sec-fetch-site'];
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isReading = method === 'GET' || method === 'HEAD';
  const isOwn = headers.origin === undefined || sameOrigin(headers.origin, headers.host);
  if ((isReading || isOwn) && !(isForeign && (isData || !isReading))) return;
  throw new HttpError(403, 'not-allowed', 'A page of another site asked for this.', {
    hint: 'Ask from the page that `stemma serve` shows, or from a program.',
  });
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address === 'localhost' || (isIP(address) === 4 && address.startsWith('127.'));
}

/** `127.0.0.1:4747`, `[::1]:4747`: the name without brackets and port; undefined when there is none. */
function nameOf(host: string | undefined): string | undefined {
  const [, six, other] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return (six ?? other)?.toLowerCase().replace(/\.$/, '');
}

function sameOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/** Of equal length, as the comparison requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
