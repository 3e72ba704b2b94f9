import type { Activity } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';

/** How busy a session was over time: slots of one second at first, doubled whenever there would be too many slots. */
export class ActivityCount {
  #from: number | undefined;
  #seconds = 1;
  #steps: number[] = [];
  #failures: number[] = [];

  add({ id, step, at, failed }: Pick<Event, 'id' | 'step' | 'at' | 'failed'>): void {
    if (step !== id || at === null) return;
    const time = Date.parse(at);
    this.#from ??= time;
    // A clock that went back counts as the beginning.
    const since = Math.max(0, time - this.#from);
    while (since >= maxSlots * this.#seconds * 1000) this.#widen();
    const stretch = Math.floor(since / (this.#seconds * 1000));
    while (this.#steps.length <= stretch) {
      this.#steps.push(0);
      this.#failures.push(0);
    }
    this.#steps[stretch]!++;
    if (failed) this.#failures[stretch]!++;
  }

  /** Null when there was nothing with a time. */
  done(): Activity | null {
    if (this.#from === undefined) return null;
    return {
      from: new Date(this.#from).toISOString(),
      seconds: this.#seconds,
      steps: this.#steps,
      failures: this.#failures.slice(0, this.#failures.findLastIndex((count) => count > 0) + 1),
    };
  }

  #widen(): void {
    this.#seconds *= 2;
    this.#steps = pairwise(this.#steps);
    this.#failures = pairwise(this.#failures);
  }
}

const maxSlots = 48;

function pairwise(counts: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(counts.length / 2) }, (_, at) => counts[2 * at]! + (counts[2 * at + 1] ?? 0));
}
