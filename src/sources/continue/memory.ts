import { createHash } from 'node:crypto';
import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';

export class ContinueMemory extends ReaderMemory {
  /** Digest of all items so far: it identifies the next one that has no id. */
  chain = '';
  /** A call was made: from here on no two sessions have the same items, unless one is a copy. */
  hasCalled?: true;
  /** The parent of the next event. */
  above?: string;
  /** Keys of calls that have no result yet, by id. */
  readonly open = new BoundedMap<string>(64);

  /** Adds one item; the given parts must be final when it is first saved. */
  lengthen(...item: readonly string[]): void {
    this.chain = createHash('sha256')
      .update([this.chain, ...item].join('\0'))
      .digest('hex')
      .slice(0, 16);
  }
}
