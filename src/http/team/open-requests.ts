import type { ServerResponse } from 'node:http';

export interface OpenRequestsParts {
  /** Whether a token is still good, by its public part. */
  readonly isValid: (tokenId: string) => boolean;
  /** How often to look. */
  readonly everyMs?: number;
}

/** Requests that are being answered. One that lasts, such as a page that follows, ends soon after its token does. */
export class OpenRequests implements Disposable {
  readonly #parts: OpenRequestsParts;
  readonly #responses = new Map<string, Set<ServerResponse>>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: OpenRequestsParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#look(), parts.everyMs ?? 400).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  add(tokenId: string, response: ServerResponse): void {
    let open = this.#responses.get(tokenId);
    if (!open) this.#responses.set(tokenId, (open = new Set()));
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0 && this.#responses.get(tokenId) === open) this.#responses.delete(tokenId);
    });
  }

  #look(): void {
    for (const [tokenId, open] of this.#responses)
      if (!this.#parts.isValid(tokenId)) for (const response of open) response.destroy();
  }
}
