import type { IncomingMessage } from 'node:http';
import { collectBody, tooLarge } from '../request/read-request-body.ts';
import { HttpError } from '../response/http-error.ts';

interface Waiting {
  readonly bytes: number;
  grant(): void;
}

/** Bounds the bodies that are in memory at the same time. Who finds no room waits in line, and is refused in the end. */
export class BodyBudget {
  #left: number;
  readonly #waiting: Waiting[] = [];

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** The body, and what gives its room back. */
  async read(
    request: IncomingMessage,
    maxBytes: number,
  ): Promise<{ readonly body: Uint8Array<ArrayBuffer>; readonly release: () => void }> {
    const named = request.headers['content-length'];
    const bytes = named === undefined ? maxBytes : Number(named);
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    await this.#take(bytes);
    const release = onlyOnce(() => this.#giveBack(bytes));
    try {
      const collected = await collectBody(request, maxBytes);
      // A buffer of its own: small ones share theirs, and would be moved away with each other.
      return { body: new Uint8Array(collected), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #take(bytes: number): Promise<void> {
    if (this.#waiting.length === 0 && bytes <= this.#left) {
      this.#left -= bytes;
      return;
    }
    if (this.#waiting.length >= maxWaiting) throw noRoom();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = {
      bytes,
      grant: () => {
        clearTimeout(timer);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      reject(noRoom());
    }, patienceMs);
    this.#waiting.push(waiting);
    await promise;
  }

  #giveBack(bytes: number): void {
    this.#left += bytes;
    while (this.#waiting.length > 0 && this.#waiting[0]!.bytes <= this.#left) {
      const next = this.#waiting.shift()!;
      this.#left -= next.bytes;
      next.grant();
    }
  }
}

function onlyOnce(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

function noRoom(): HttpError {
  return new HttpError(503, 'too-many', 'Too much is being received.', {
    hint: 'Send it again in a moment.',
    headers: { 'retry-after': '3' },
  });
}

const maxWaiting = 500;
const patienceMs = 20_000;
