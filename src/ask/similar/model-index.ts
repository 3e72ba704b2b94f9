import { packVector, VectorIndex } from '../../memory/embed/vectors.ts';
import type { SentenceModel } from '../../memory/embed/model/sentence-model.ts';
import type { Key } from '../../model/ids.ts';
import type { FailureRow, ModelVector } from '../../store/store.ts';

/** How near failures are in meaning, as an added model sees it. */
export interface ModelMeanings {
  /** The nearest of all, with their cosines. */
  readonly nearest: ReadonlyMap<Key, number>;
  /** Of any other failure; undefined when the model has not seen it yet. */
  cosineOf(failure: Key): number | undefined;
}

/**
 * Every failure as an added model sees it. Vectors come from the store. The few that are newer than its last filling
 * are made here, so that what failed a minute ago is found too; many are left to the next ingest.
 */
export class ModelIndex {
  readonly #model: SentenceModel;
  readonly #vectors = new VectorIndex<Key>();
  #missing: readonly FailureRow[] = [];

  constructor(model: SentenceModel) {
    this.#model = model;
  }

  add(stored: readonly ModelVector[], failures: readonly FailureRow[]): void {
    for (const { fingerprint, dimensions, vector } of stored)
      if (dimensions === this.#model.dimensions && !this.#vectors.has(fingerprint))
        this.#vectors.addPacked(fingerprint, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    this.#missing = failures.filter(({ fingerprint }) => !this.#vectors.has(fingerprint));
  }

  async meaningsOf(text: string, count: number): Promise<ModelMeanings> {
    const now = this.#missing.length <= mostMadeNow ? this.#missing : [];
    const [vector, ...made] = await this.#model.embed([text, ...now.map((failure) => failure.text)]);
    for (const [at, { fingerprint }] of now.entries()) this.#vectors.addPacked(fingerprint, packVector(made[at]!));
    if (now.length > 0) this.#missing = [];
    return {
      nearest: new Map(this.#vectors.nearest(vector!, count).map(({ id, alike }) => [id, alike])),
      cosineOf: (failure) => this.#vectors.alike(failure, vector!),
    };
  }
}

/** About a second of work. */
const mostMadeNow = 48;
