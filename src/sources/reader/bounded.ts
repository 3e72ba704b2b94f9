/** Keys are an agent's ids, at times with a suffix of ours. */
const longestKey = 1100;

/**
 * A map that keeps its latest entries only: setting an entry makes it the newest, and the oldest are dropped when there
 * are too many. Killed sessions leave calls without results, and a reader's memory must stay small.
 */
export class BoundedMap<Value> extends Map<string, Value> {
  readonly #limit: number;
  readonly #pinned: string | undefined;

  /** `pinned` is a key that is never dropped. */
  constructor(limit: number, { pinned }: { readonly pinned?: string } = {}) {
    super();
    this.#limit = limit;
    this.#pinned = pinned;
  }

  /** A key that is too long to be an id is not kept. */
  override set(key: string, value: Value): this {
    if (key.length > longestKey) return this;
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#limit) this.#evict();
    return this;
  }

  toJSON(): [string, Value][] {
    return [...this];
  }

  #evict(): void {
    for (const oldest of this.keys()) {
      if (oldest === this.#pinned) continue;
      this.delete(oldest);
      return;
    }
  }
}

/** A set that keeps its latest values only. */
export class BoundedSet extends Set<string> {
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override add(value: string): this {
    if (value.length > longestKey) return this;
    this.delete(value);
    super.add(value);
    if (this.size > this.#limit) this.delete(this.values().next().value!);
    return this;
  }

  toJSON(): string[] {
    return [...this];
  }
}

/** Adds to a list that keeps its latest `limit` values. */
export function pushBounded<Value>(list: Value[], value: Value, limit: number): void {
  list.push(value);
  if (list.length > limit) list.shift();
}
