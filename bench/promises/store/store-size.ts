import { ingestRounds } from '../../ingest-rounds.ts';
import type { SpeedPromise } from '../../promise.ts';
import { megabytes } from '../../statistics.ts';

export const storeSize: SpeedPromise = {
  name: 'store-size',
  says: 'The blocks that hold the source’s own bytes take at most 15 % of them, the whole store at most 25 %.',

  async measure(say) {
    const { corpus, rounds, store } = await ingestRounds(say);
    const { bytes, files } = rounds[0]!.first;
    return {
      how: `The store of \`ingest-speed\` after its last writer closed it, log included, against the sum of the sizes of the ${files} files it was made from.${corpus.isReal ? '' : ' Generated text does not pack as real text does, so this is not judged.'}`,
      findings: [
        {
          what: 'blocks / source bytes',
          measured: (100 * store.blocks) / bytes,
          unit: '%',
          ...(corpus.isReal && { most: 15 }),
          detail: `${megabytes(store.blocks)} of ${megabytes(bytes)}`,
        },
        {
          what: 'whole store / source bytes',
          measured: (100 * store.whole) / bytes,
          unit: '%',
          ...(corpus.isReal && { most: 25 }),
          detail: `${megabytes(store.whole)} of ${megabytes(bytes)}`,
        },
      ],
    };
  },
};
