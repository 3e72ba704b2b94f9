import type { Filled } from '../../ingest/analysis/embed-with-model.ts';
import { modelAt } from '../../memory/embed/model/model-at.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Store } from '../../store/store.ts';
import { bar, passingLine } from '../progress.ts';
import type { Run } from '../run.ts';
import { number } from '../text/amount.ts';

/**
 * After an ingest or a rebuild, while a person waits: what takes longer is left to the next one, or to `model fill`. A
 * model that cannot be used is reported; what was ingested stays.
 */
export async function fillBriefly(run: Run, store: Store): Promise<void> {
  try {
    await fillModel(run, store, 10_000);
  } catch (error) {
    if (!(error instanceof StemmaError) || error.code !== 'model-failed') throw error;
    run.say(`${error.message} ${error.hint}`);
  }
}

/**
 * Has the added model make the vectors that are missing; nothing without a model, or where an endpoint is asked instead.
 */
export async function fillModel(run: Run, store: Store, within?: number): Promise<Filled | undefined> {
  const { app, settings } = run;
  const model = settings.embedding ? undefined : modelAt(settings.base);
  if (!model) return undefined;
  const { embedWithModel } = await import('../../ingest/analysis/embed-with-model.ts');
  const line = passingLine(settings.quiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
  try {
    return await embedWithModel(store, model, {
      clock: () => performance.now(),
      signal: app.untilInterrupted(),
      ...(within !== undefined && { within }),
      onProgress: (done, total) =>
        line.show(() => `${bar(done, total)}  ${number(done)} of ${number(total)} failures by ${model.title}`),
    });
  } finally {
    line.end();
  }
}
