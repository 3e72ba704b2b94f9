import { StemmaError } from '../../model/stemma-error.ts';
import type { Store } from '../../store/store.ts';

/**
 * The search index is written with every transaction: with 3,000 events each, twice as many go in per second as with
 * 300.
 */
const eventsPerStep = 3_000;
/** A kill should not lose more than this of a long read, nor should the log hold more. */
const bytesPerStep = 32 * 1024 * 1024;

/** Runs `work` with its transactions combined. What was done is kept also when it ends in an error. */
export async function inLargeSteps<Answer>({ write }: Store, work: () => Promise<Answer>): Promise<Answer> {
  await write.gather();
  try {
    return await work();
  } finally {
    await write.flush();
  }
}

export interface LargeStepsOptions<Item> {
  readonly store: Store;
  /** Does the work of one item; `again`: what it did before was undone with the transaction. */
  readonly work: (item: Item, again: boolean) => Promise<void>;
  readonly isStored: (item: Item) => Promise<boolean>;
  readonly onFailure: (item: Item, error: unknown) => void;
  /** What was done since the last `onStored` is undone, and follows again. */
  readonly onUndone: () => void;
  readonly onStored: () => void;
}

/**
 * Does the work of items one after another in large transactions. One that fails is reported and does not stop the
 * others, not even those whose transaction it has spoilt: they are repeated, each in a transaction of its own.
 */
export class LargeSteps<Item> {
  readonly #options: LargeStepsOptions<Item>;
  #unstored: Item[] = [];
  #events = 0;
  #bytes = 0;

  constructor(options: LargeStepsOptions<Item>) {
    this.#options = options;
  }

  async do(item: Item): Promise<void> {
    const { work, onFailure, onUndone, isStored } = this.#options;
    try {
      await work(item, false);
      this.#unstored.push(item);
    } catch (error) {
      if (!isContained(error)) throw error;
      onFailure(item, error);
      const before = this.#unstored;
      await this.#flush(false);
      if (before.length === 0 || (await isStored(before[0]!))) return this.#options.onStored();
      onUndone();
      for (const lost of before) await this.#again(lost);
    }
  }

  /** Counts what is kept, and ends a step when it is large enough. */
  async kept({ events, bytes }: { readonly events: number; readonly bytes: number }): Promise<void> {
    this.#events += events;
    this.#bytes += bytes;
    if (this.#events >= eventsPerStep || this.#bytes >= bytesPerStep) await this.#flush(true);
  }

  async #again(item: Item): Promise<void> {
    try {
      await this.#options.work(item, true);
    } catch (error) {
      if (!isContained(error)) throw error;
      this.#options.onFailure(item, error);
    }
    await this.#flush(true);
  }

  async #flush(isStored: boolean): Promise<void> {
    const { store, onStored } = this.#options;
    this.#events = 0;
    this.#bytes = 0;
    this.#unstored = [];
    await store.write.flush();
    await store.write.gather();
    if (isStored) onStored();
  }
}

/**
 * Whether an error concerns one item only. Errors of the store and interruptions are StemmaErrors and concern all; so
 * does the end of the reading thread.
 */
export function isContained(error: unknown): boolean {
  if (error instanceof StemmaError) return false;
  return !String((error as Partial<NodeJS.ErrnoException>).code).startsWith('ERR_WORKER');
}
