import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../run.ts';
import { pushBriefly } from './push-run.ts';

/** What arrives together is sent together. */
const gatherMs = 2_000;
/** What could not be sent is tried again, also when nothing new comes. */
const againMs = 60_000;

/** Pushes while another command runs: soon after each `changed`, one push at a time, until it is ended. */
export class PushWhile {
  readonly #run: Run;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  #wake: (() => void) | undefined;
  #isDue = true;
  readonly #pushing: Promise<void>;

  constructor(run: Run, signal: AbortSignal) {
    this.#run = run;
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
    this.#signal.addEventListener('abort', () => this.#wake?.(), { once: true });
    this.#pushing = this.#push();
  }

  changed(): void {
    this.#isDue = true;
    this.#wake?.();
  }

  /** What is not sent yet is sent by the next push. */
  async end(): Promise<void> {
    this.#ended.abort();
    await this.#pushing;
  }

  async #push(): Promise<void> {
    while (!this.#signal.aborted) {
      if (!this.#isDue) await this.#news();
      if (this.#signal.aborted) return;
      await sleep(gatherMs, undefined, { signal: this.#signal }).catch(() => undefined);
      if (this.#signal.aborted) return;
      this.#isDue = false;
      // Whatever is wrong with pushing, the other command goes on.
      await pushBriefly(this.#run, this.#signal).catch((error: unknown) => {
        this.#run.say(`Not sent yet: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
  }

  async #news(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, againMs);
    this.#wake = resolve;
    if (this.#signal.aborted) resolve();
    await promise;
    this.#wake = undefined;
    clearTimeout(timer);
  }
}
