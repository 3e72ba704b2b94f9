/** How many different names there are. Holds a hash of each, and stops counting at a hundred thousand. */
export class Distinct {
  readonly #hashes = new Set<number>();

  add(name: string): void {
    if (this.#hashes.size < maxCounted) this.#hashes.add(hashOf(name));
  }

  get count(): number {
    return this.#hashes.size;
  }

  clear(): void {
    this.#hashes.clear();
  }
}

/** Some 5 MB of them. */
const maxCounted = 100_000;

/** 52 bits: two of so many names hardly ever share theirs. */
export function hashOf(name: string): number {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b) ^ (low >>> 13);
  }
  return (high >>> 0) * 0x100000 + ((low >>> 7) & 0xfffff);
}
