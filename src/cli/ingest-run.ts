import { ingest } from '../ingest/ingest.ts';
import type { IngestReport } from '../ingest/ingest.ts';
import type { Store } from '../store/store.ts';
import { progressBar } from './progress.ts';
import type { Run } from './run.ts';
import { harmless } from './text/harmless.ts';

/** One ingest with a progress bar; Ctrl-C stops it at the next whole transaction. */
export async function ingestRun(run: Run, store: Store, what: { readonly paths?: readonly string[]; readonly only?: string } = {}): Promise<IngestReport> {
  const { app, settings } = run;
  const bar = progressBar(settings.quiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
  try {
    return await ingest({
      store,
      sources: await app.sources(),
      machine: app.machine,
      ...what,
      exclude: settings.exclude,
      workspace: settings.workspace,
      signal: app.untilInterrupted(),
      onProgress: bar.show,
      clock: app.clock,
    });
  } finally {
    bar.end();
  }
}

const shown = 10;

export function sayProblems(run: Run, { problems }: IngestReport): void {
  for (const { message } of problems.slice(0, shown)) run.say(harmless(message));
  if (problems.length > shown) run.say(`… and ${problems.length - shown} more; \`stemma doctor\` counts them.`);
}
