import { HttpError } from '../response/http-error.ts';

/** Runs this many at once, the others in order of arrival; beyond the waiting limit they are refused. */
export class Turns {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  async take<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#maxWaiting)
        throw new HttpError(503, 'too-many', 'Too many questions are waiting.', {
          hint: 'Ask again in a moment.',
          headers: { 'retry-after': '2' },
        });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
