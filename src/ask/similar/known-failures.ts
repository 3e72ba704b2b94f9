import { embeddingName } from '../../memory/embed/name.ts';
import type { SentenceModel } from '../../memory/embed/model/sentence-model.ts';
import type { StemmaError } from '../../model/stemma-error.ts';
import type { FailureRow, StoreReader } from '../../store/store.ts';
import { FailureIndex, looked } from './failure-index.ts';
import { ModelIndex, type ModelMeanings } from './model-index.ts';
import type { OtherModel } from './other-model.ts';

/**
 * The failures of an archive, as they are searched. Made from a reader and kept as long as it: a question that comes
 * again finds the index there, and what was added to the archive since is added to it. What is looked up by its
 * fingerprint never waits for the index.
 */
export interface KnownFailures {
  readonly read: StoreReader;
  /** An endpoint that is asked about meaning instead of the table. */
  readonly endpoint: OtherModel | undefined;
  /** A model that was added, asked beside the table; not where there is an endpoint. */
  readonly model: SentenceModel | undefined;
  /** `isStale`: something is known to be new. */
  index(now: number, isStale?: boolean): Promise<FailureIndex>;
  /** Hears that the added model could not be asked; without a listener that is an error. */
  readonly onModelError: ((error: StemmaError) => void) | undefined;
  /** What the added model thinks is near; undefined without one. After `index`. */
  meanings(text: string): Promise<ModelMeanings | undefined>;
}

export interface Models {
  readonly endpoint?: OtherModel | undefined;
  readonly model?: SentenceModel | undefined;
  readonly onModelError?: ((error: StemmaError) => void) | undefined;
}

export function knownFailures(read: StoreReader, { endpoint, model, onModelError }: Models = {}): KnownFailures {
  const index = new FailureIndex();
  const byModel = model && !endpoint ? new ModelIndex(model) : undefined;
  let mark = -1;
  let readAt = -Infinity;
  return {
    read,
    endpoint,
    model: byModel && model,
    onModelError,
    meanings: async (text) => byModel?.meaningsOf(text, looked),
    async index(now, isStale = false) {
      // A live archive grows all the time, and to read every failure again takes a moment.
      if (!isStale && now >= readAt && now - readAt < pause) return index;
      const newest = await read.newest();
      if (isStale || newest !== mark || now - readAt >= longest || now < readAt) {
        const failures = await comparable(read);
        index.add(failures);
        byModel?.add(await read.modelVectors(model!.id), failures);
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
