import type { IngestReport, Progress } from '../../ingest/ingest.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { keepHeapSmall } from '../../platform/keep-heap-small.ts';
import type { Store } from '../../store/store.ts';
import { progressBar } from '../progress.ts';
import type { Run } from '../run.ts';
import { plural } from '../text/amount.ts';
import { safeText } from '../text/safe-text.ts';

/** One ingest with a progress bar; Ctrl-C stops it at the next whole transaction. */
export async function ingestRun(
  run: Run,
  store: Store,
  what: { readonly paths?: readonly string[]; readonly only?: string } = {},
): Promise<IngestReport> {
  // Loaded on demand: help loads every command.
  const { ingestAll } = await import('../../live/ingest-all.ts');
  const { app, settings } = run;
  let last: Progress | undefined;
  const bar = progressBar(settings.quiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
  try {
    const report = await ingestAll({
      home: settings.home,
      store,
      sources: await app.sources(),
      machine: app.machine,
      ...what,
      exclude: settings.exclude,
      workspace: settings.workspace,
      domains: settings.domains,
      signal: app.untilInterrupted(),
      onBegin: keepHeapSmall,
      onProgress(progress) {
        last = progress;
        bar.show(progress);
      },
      clock: app.clock,
    });
    bar.end();
    if (report.events > 0) await (await import('./fill-model.ts')).fillBriefly(run, store);
    return report;
  } catch (error) {
    bar.end();
    if (error instanceof StemmaError && error.code === 'interrupted') throw interrupted(error, last);
    throw error;
  } finally {
    bar.end();
  }
}

/** The error with what was kept so far. */
function interrupted(error: StemmaError, last: Progress | undefined): StemmaError {
  if (!last) return error;
  const { files, events } = last;
  return new StemmaError(
    'interrupted',
    `Stopped after ${files.done} of ${plural(files.total, 'file')}; ${plural(events, 'new event')} kept.`,
    {
      hint: 'The archive is whole; run the same command again to go on.',
      cause: error,
    },
  );
}

const shown = 10;

export function reportProblems(run: Run, { problems }: IngestReport): void {
  for (const { message } of problems.slice(0, shown)) run.say(safeText(message));
  if (problems.length > shown) run.say(`… and ${problems.length - shown} more; \`stemma doctor\` counts them.`);
}
