import { ingest } from '../../../../ingest/ingest.ts';
import { pruneReceived } from '../../../../live/otlp/prune-received.ts';
import type { Outcome, WriterJob } from '../writer-job.ts';

/** Reads what was received as OpenTelemetry into the archive. Once for all who ask at the same time. */
export const readTelemetryJob: WriterJob<null, null> = {
  async run({ store, folder, workspace, sources, clock, analyses }, together) {
    // Nothing of this machine: the folder is the home of the space, and only telemetry lies in it.
    const machine = { home: folder, env: { STEMMA_HOME: folder } };
    await ingest({ store, sources, machine, exclude: [], workspace, clock, analyses });
    await pruneReceived({ home: folder, read: store.read, now: clock() });
    return together.map((): Outcome<null> => ({ answer: null }));
  },
};
