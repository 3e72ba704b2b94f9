import { tidyUp } from '../../../../ingest/analysis/tidy-up.ts';
import { runningMs } from '../../../../memory/digest/running.ts';
import type { Outcome, WriterJob } from '../writer-job.ts';

/** Digests, titles and vectors of what was received, once for all who ask. Sessions that still grow wait. */
export const settleJob: WriterJob<null, null> = {
  async run({ store, clock }, together) {
    await tidyUp({ store, clock, restMs: runningMs });
    await store.write.setMeta('ingested_at', String(clock()));
    return together.map((): Outcome<null> => ({ answer: null }));
  },
};
