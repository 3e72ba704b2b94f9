import type { SentenceModel } from '../../memory/embed/model/sentence-model.ts';
import { packVector } from '../../memory/embed/vectors.ts';
import type { Store } from '../../store/store.ts';

export interface FillOptions {
  readonly signal?: AbortSignal | undefined;
  /** Stop after this many milliseconds; the rest is for the next time. */
  readonly within?: number;
  readonly clock: () => number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Filled {
  /** Vectors that were made now. */
  readonly made: number;
  /** Failures that have none yet. */
  readonly left: number;
}

/**
 * Has the added model make a vector for every failure that has none of it. Each few are stored at once: whatever stops
 * it, the next run makes only what is missing. Vectors of another model go, and those whose failure is gone.
 */
export async function embedWithModel(
  { read, write }: Store,
  model: SentenceModel,
  { signal, within = Infinity, clock, onProgress }: FillOptions,
): Promise<Filled> {
  const failures = await read.failures();
  const has = new Set(
    (await read.modelVectors(model.id))
      .filter(({ dimensions }) => dimensions === model.dimensions)
      .map(({ fingerprint }) => fingerprint),
  );
  const missing = failures.filter(({ fingerprint }) => !has.has(fingerprint));
  await write.dropModelVectors(model.id);
  const started = clock();
  let made = 0;
  while (made < missing.length && !signal?.aborted && clock() - started < within) {
    const some = missing.slice(made, made + atOnce);
    const vectors = await model.embed(some.map(({ text }) => text));
    await write.putModelVectors(
      model.id,
      some.map(({ fingerprint }, at) => ({
        fingerprint,
        dimensions: model.dimensions,
        vector: new Uint8Array(packVector(vectors[at]!).buffer),
      })),
    );
    made += some.length;
    onProgress?.(made, missing.length);
  }
  return { made, left: missing.length - made };
}

/** Half a second of work, so that an interruption loses no more. */
const atOnce = 32;
