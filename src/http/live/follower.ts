import type { ServerResponse } from 'node:http';
import { asText, type Update } from './update.ts';

/**
 * One client that follows. What it does not read is queued only up to a limit: then it gets nothing more until it has
 * caught up, and starts over with `reset`. One that has not read for a minute is disconnected.
 */
export class Follower {
  readonly #response: ServerResponse;
  #behindSince: number | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  send(update: Update, now: number): void {
    if (this.#behindSince !== undefined) return;
    this.#response.write(asText(update));
    if (this.#response.writableLength > maxWaiting) this.#behindSince = now;
  }

  /** Shows both sides that the other is alive, and resumes a client that was behind. */
  beat(mark: string, now: number): void {
    if (this.#behindSince === undefined) {
      this.#response.write(': beat\n\n');
      return;
    }
    if (now - this.#behindSince > patienceMs) this.#response.destroy();
    else this.catchUp(mark, now);
  }

  catchUp(mark: string, now: number): void {
    if (this.#behindSince === undefined || this.#response.writableLength > 0) return;
    this.#behindSince = undefined;
    this.send({ event: 'reset', data: { mark } }, now);
  }

  end(): void {
    this.#response.end();
  }

  destroy(): void {
    this.#response.destroy();
  }
}

const maxWaiting = 256 * 1024;
const patienceMs = 60_000;
