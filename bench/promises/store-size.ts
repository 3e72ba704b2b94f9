import { ingestRounds } from '../ingest-rounds.ts';
import type { SpeedPromise } from '../promise.ts';
import { megabytes } from '../statistics.ts';

export const storeSize: SpeedPromise = {
  name: 'store-size',
  says: 'The blocks that hold the source’s own bytes take at most 15 % of them, the whole store at most 25 %.',

  async measure(say) {
    const { corpus, store } = await ingestRounds(say);
    return {
      how: `The store of \`ingest-speed\` after its last writer closed it, log included, against the sum of the sizes of the ${corpus.files} files.`,
      findings: [
        { what: 'blocks / source bytes', measured: (100 * store.blocks) / corpus.bytes, unit: '%', most: 15, detail: `${megabytes(store.blocks)} of ${megabytes(corpus.bytes)}` },
        { what: 'whole store / source bytes', measured: (100 * store.whole) / corpus.bytes, unit: '%', most: 25, detail: `${megabytes(store.whole)} of ${megabytes(corpus.bytes)}` },
      ],
    };
  },
};
