import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestRun } from '../../ingest-run.ts';
import { writeLongLine, writeLongSession } from '../../generate.ts';
import { ingestRounds } from '../../ingest-rounds.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { ingestInChild } from '../../run-child.ts';
import { megabytes } from '../../statistics.ts';
import { temporaryFolder } from '../../temporary.ts';

const longSession = 400e6;
const longLine = 50e6;

export const ingestMemory: SpeedPromise = {
  name: 'ingest-memory',
  says: 'Ingest takes at most 300 MB of memory, whatever the input.',

  async measure(say) {
    const { corpus, rounds } = await ingestRounds(say);
    const worst = rounds.map(({ first }) => first).reduce((a, b) => (a.peakBytes > b.peakBytes ? a : b));
    const findings = [finding('the corpus', worst, corpus.bytes)];

    using folder = temporaryFolder();
    say(`one session of ${megabytes(longSession)}`);
    const { path } = writeLongSession(join(folder.path, 'long'), longSession);
    findings.push(finding('one long session', ingestInChild(join(folder.path, 'long.db'), [path]), longSession));
    rmSync(path);

    say(`a line of ${megabytes(longLine)}`);
    const wide = join(folder.path, 'wide.jsonl');
    writeLongLine(wide, longLine);
    findings.push(finding('a 50 MB line', ingestInChild(join(folder.path, 'wide.db'), [wide]), longLine));
    return {
      how: 'Highest resident memory of the whole process, both threads and SQLite included; on the corpus the worst of its runs.',
      findings,
    };
  },
};

function finding(what: string, { peakBytes, seconds, events }: IngestRun, bytes: number): Finding {
  return {
    what,
    measured: peakBytes / 1e6,
    unit: 'MB',
    most: 300,
    detail: `${megabytes(bytes)}, ${events} events in ${seconds.toFixed(1)} s`,
  };
}
