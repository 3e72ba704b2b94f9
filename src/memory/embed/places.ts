import { hashOf } from './letters.ts';

/**
 * Where the row of a word or of a word pair is; the two words have a space between them. Rows are in the order of the
 * hashes of their names, and only the hashes are kept: a map of the names takes longer to fill than all else to read.
 * One of 160,000 unknown words has the hash of a known one.
 */
export class Places {
  /** In ascending order. */
  readonly hashes: Uint32Array;

  constructor(hashes: Uint32Array) {
    this.hashes = hashes;
  }

  get(name: string): number | undefined {
    const { hashes } = this;
    const sought = hashOf(name, 0, name.length);
    let from = 0;
    let to = hashes.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (hashes[middle]! < sought) from = middle + 1;
      else to = middle;
    }
    return hashes[from] === sought ? from : undefined;
  }
}

/** The names in the order of their rows. */
export function inOrderOfRows(names: readonly string[]): readonly string[] {
  const hashed = names
    .map((name) => ({ name, hash: hashOf(name, 0, name.length) }))
    .toSorted((a, b) => a.hash - b.hash);
  for (const [at, { name, hash }] of hashed.entries())
    if (at > 0 && hashed[at - 1]!.hash === hash)
      throw new Error(`"${hashed[at - 1]!.name}" and "${name}" have the same hash: leave one of them out.`);
  return hashed.map(({ name }) => name);
}

export function placesOf(names: readonly string[]): Places {
  return new Places(Uint32Array.from(names, (name) => hashOf(name, 0, name.length)));
}
