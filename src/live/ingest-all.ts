import { keptAnalysesIn } from '../ingest/analysis/kept-place.ts';
import { ingest, type IngestOptions, type IngestReport } from '../ingest/ingest.ts';
import { pruneNotes } from './advice/session-notes.ts';
import { emptySpool } from './spool/empty-spool.ts';
import { pruneReceived } from './otlp/prune-received.ts';
import { pruneLogs } from './spool/prune-logs.ts';

/**
 * Reads what agents wrote and what their hooks reported since the last time. `home` is stemma's own folder, with spool
 * and hook logs.
 */
export async function ingestAll({
  home,
  ...options
}: IngestOptions & { readonly home: string }): Promise<IngestReport> {
  const { store, machine, clock, exclude } = options;
  await emptySpool({ home, clock, exclude });
  const report = await ingest({
    ...options,
    keepAnalyses: keptAnalysesIn(home),
    machine: { ...machine, env: { ...machine.env, STEMMA_HOME: home } },
  });
  await pruneLogs({ home, read: store.read, now: clock() });
  await pruneReceived({ home, read: store.read, now: clock() });
  pruneNotes(home, clock());
  return report;
}
