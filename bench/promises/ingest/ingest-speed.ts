import { ingestRounds } from '../../ingest-rounds.ts';
import type { SpeedPromise } from '../../promise.ts';
import { megabytes } from '../../statistics.ts';

export const ingestSpeed: SpeedPromise = {
  name: 'ingest-speed',
  says: 'Ingest with search index, blocks, lineage and causes runs at 0.08 of the speed of splitting lines and `JSON.parse` in one thread.',

  async measure(say) {
    const { corpus, rounds } = await ingestRounds(say);
    const parse = Math.min(...rounds.map((round) => round.parse));
    const ingest = Math.min(...rounds.map(({ first }) => first.seconds));
    const { events, sessions } = rounds[0]!.first;
    const cpu = Math.min(...rounds.map(({ first }) => first.cpuSeconds));
    const speed = (seconds: number) => `${Math.round(corpus.bytes / 1e6 / seconds)} MB/s`;
    return {
      how: `Over ${corpus.says}, ${corpus.files} files, ${megabytes(corpus.bytes)}, in the page cache; fresh store and process each time; best of ${rounds.length} of each, interleaved.`,
      findings: [
        {
          what: 'speed of ingest / of parsing',
          measured: parse / ingest,
          unit: 'x',
          least: 0.08,
          detail: `parse ${speed(parse)} (${parse.toFixed(2)} s), ingest ${speed(ingest)} (${ingest.toFixed(2)} s, ${cpu.toFixed(2)} s of processor), ${events} events of ${sessions} sessions, ${Math.round(events / ingest)} events/s`,
        },
      ],
    };
  },
};
