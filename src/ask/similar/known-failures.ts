import { embeddingName } from '../../memory/embed/name.ts';
import type { FailureRow, StoreReader } from '../../store/store.ts';
import { FailureIndex } from './failure-index.ts';
import type { OtherModel } from './other-model.ts';

/**
 * The failures of an archive, as they are searched. Made from a reader and kept as long as it: a question that comes
 * again finds the index there, and what was added to the archive since is added to it. What is looked up by its
 * fingerprint never waits for the index.
 */
export interface KnownFailures {
  readonly read: StoreReader;
  /** Asked about meaning instead of the table. */
  readonly model: OtherModel | undefined;
  /** `isStale`: something is known to be new. */
  index(now: number, isStale?: boolean): Promise<FailureIndex>;
}

export function knownFailures(read: StoreReader, model?: OtherModel): KnownFailures {
  const index = new FailureIndex();
  let mark = -1;
  let readAt = -Infinity;
  return {
    read,
    model,
    async index(now, isStale = false) {
      // A live archive grows all the time, and to read every failure again takes a moment.
      if (!isStale && now >= readAt && now - readAt < pause) return index;
      const newest = await read.newest();
      if (isStale || newest !== mark || now - readAt >= longest || now < readAt) {
        index.add(await comparable(read));
        mark = newest;
      }
      readAt = now;
      return index;
    },
  };
}

/** Vectors of different embeddings cannot be compared, so they are computed again. */
async function comparable(read: StoreReader): Promise<readonly FailureRow[]> {
  const failures = await read.failures();
  const isOurs = failures.length === 0 || (await read.meta('embedding')) === embeddingName();
  return isOurs ? failures : failures.map((failure) => ({ ...failure, vector: null }));
}

const pause = 10_000;
/** Manual entries and those of other processes do not move the mark of events. */
const longest = 60_000;
