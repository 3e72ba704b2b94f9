/** More than are submitted before the first of them is read to its end. */
const slots = 64;
/** More than there are threads. */
const threads = 16;

/**
 * Which thread reads which file, in memory that all threads share. Each takes the next file that no other has: a file
 * that takes long holds up nobody.
 */
export class Claims {
  /** The next file, then for each of the last files its number and its thread, in one. */
  readonly #shared: Int32Array;

  constructor(shared: SharedArrayBuffer) {
    this.#shared = new Int32Array(shared);
  }

  /** The number of the next file, which from now on is this thread's. Threads count from 1. */
  take(thread: number): number {
    const number = Atomics.add(this.#shared, 0, 1);
    Atomics.store(this.#shared, slotOf(number), number * threads + thread);
    return number;
  }

  /** The thread that reads a file; 0 as long as there is none. */
  claimant(number: number): number {
    const claim = Atomics.load(this.#shared, slotOf(number));
    return Math.floor(claim / threads) === number ? claim % threads : 0;
  }
}

export function sharedClaims(): SharedArrayBuffer {
  return new SharedArrayBuffer((1 + slots) * Int32Array.BYTES_PER_ELEMENT);
}

function slotOf(number: number): number {
  return 1 + (number % slots);
}
