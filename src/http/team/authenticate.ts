import type { IncomingMessage } from 'node:http';
import type { Bearer, Refusal, Registry } from '../../team/registry.ts';
import { HttpError } from '../response/http-error.ts';
import { Buckets } from './buckets.ts';

export interface AuthenticatorParts {
  readonly registry: Registry;
  readonly clock: () => number;
  /** Of one token. */
  readonly requestsPerSecond: number;
  readonly onRefused: (reason: RefusalReason) => void;
}

export type RefusalReason = Refusal | 'no-token' | 'role' | 'rate';

/**
 * Whose request it is. A token is compared in constant time and asked of the registry each time, so that a revoked one
 * stops at once. An address that sends many wrong ones is slowed down; right ones from it pass, because others may share
 * the address, and nobody can guess 192 bits however often they try.
 */
export class Authenticator {
  readonly #parts: AuthenticatorParts;
  readonly #wrong = new Buckets(10 / 60, 10);
  readonly #requests: Buckets;

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
    this.#requests = new Buckets(parts.requestsPerSecond, parts.requestsPerSecond * 5);
  }

  /** `address` is where the request comes from. */
  bearer({ headers: { authorization } }: IncomingMessage, address: string): Bearer {
    const { registry, clock } = this.#parts;
    if (authorization === undefined) throw this.#refused('no-token', 'This needs a token.');
    const now = clock();
    const [, token] = /^Bearer +([\w.~+/=-]{1,500})$/i.exec(authorization) ?? [];
    const bearer = token === undefined ? 'unknown' : registry.bearer(token, now);
    if (typeof bearer === 'string') {
      const waitS = this.#wrong.take(address, now);
      if (waitS > 0) throw this.#tooMany('Too many wrong tokens came from this address.', waitS);
      this.#audit(bearer, address, now);
      throw this.#refused(bearer, refusals[bearer]);
    }
    const waitS = this.#requests.take(bearer.tokenId, now);
    if (waitS > 0) throw this.#tooMany('This token asks too often.', waitS);
    return bearer;
  }

  #audit(reason: Refusal, address: string, at: number): void {
    this.#parts.registry.audit({
      at,
      actor: 'unknown',
      token: null,
      workspace: null,
      action: 'refused',
      subject: `${reason} token`,
      address,
    });
  }

  #refused(reason: RefusalReason, message: string): HttpError {
    this.#parts.onRefused(reason);
    return new HttpError(401, 'token-needed', message, {
      hint: 'Send `Authorization: Bearer …` with a token that `stemma token create` made at the server.',
      headers: { 'www-authenticate': 'Bearer realm="stemma"' },
    });
  }

  #tooMany(message: string, waitS: number): HttpError {
    this.#parts.onRefused('rate');
    return new HttpError(429, 'too-many', message, {
      hint: 'Ask again later.',
      headers: { 'retry-after': String(waitS) },
    });
  }
}

const refusals: Readonly<Record<Refusal, string>> = {
  unknown: 'This is no token of this server.',
  expired: 'This token has expired.',
  revoked: 'This token was revoked.',
};
