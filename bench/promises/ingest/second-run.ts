import { ingestRounds } from '../../ingest-rounds.ts';
import type { SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';

export const secondRun: SpeedPromise = {
  name: 'second-run',
  says: 'A second ingest over unchanged files takes at most 2 % of the time of the first.',

  async measure(say) {
    const { corpus, rounds } = await ingestRounds(say);
    const first = Math.min(...rounds.map((round) => round.first.seconds));
    const second = median(rounds.map((round) => round.second.seconds));
    return {
      how: `The store of \`ingest-speed\` (${corpus.files} files), ingested again by a fresh process; median of ${rounds.length} against the fastest first run.`,
      findings: [
        {
          what: 'time of the second run / of the first',
          measured: (100 * second) / first,
          unit: '%',
          most: 2,
          detail: `first ${first.toFixed(2)} s, second ${(second * 1000).toFixed(0)} ms, which added ${rounds[0]!.second.events} events`,
        },
      ],
    };
  },
};
