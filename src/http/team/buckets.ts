interface Bucket {
  left: number;
  at: number;
}

/** Limits how often each of many may do something: a burst, then so many per second. Bounded in memory. */
export class Buckets {
  readonly #perSecond: number;
  readonly #burst: number;
  /** The one used last is the last one. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
  }

  /** Takes one, or returns how many seconds to wait for it. `now` in milliseconds. */
  take(key: string, now: number): number {
    const bucket = this.#refilled(key, now);
    if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / this.#perSecond));
    bucket.left -= 1;
    return 0;
  }

  #refilled(key: string, now: number): Bucket {
    const bucket = this.#buckets.get(key) ?? { left: this.#burst, at: now };
    bucket.left = Math.min(this.#burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > maxKeys) this.#buckets.delete(this.#buckets.keys().next().value!);
    return bucket;
  }
}

const maxKeys = 10_000;
