import type { Store } from '../../store/store.ts';

/**
 * The search index is written out with every transaction: at 3,000 events each, twice as many go in per second as at
 * 300.
 */
const eventsPerStep = 3_000;
/** Nobody should lose more than this of a long read to a kill, nor hold it in the log. */
const bytesPerStep = 32 * 1024 * 1024;

/** Runs `work` with its transactions gathered. What it had done is kept also when it ends in an error. */
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
