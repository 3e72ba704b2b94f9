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

/** Counts what is kept, and ends a step when it is large enough. */
export class LargeSteps {
  readonly #store: Store;
  #events = 0;
  #bytes = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async kept({ events, bytes }: { readonly events: number; readonly bytes: number }): Promise<void> {
    this.#events += events;
    this.#bytes += bytes;
    if (this.#events < eventsPerStep && this.#bytes < bytesPerStep) return;
    this.#events = 0;
    this.#bytes = 0;
    await this.#store.write.flush();
    await this.#store.write.gather();
  }
}
