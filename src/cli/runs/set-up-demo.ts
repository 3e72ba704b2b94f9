import type { IngestReport } from '../../ingest/ingest.ts';
import type { Store } from '../../store/store.ts';
import { ingestRun, reportProblems } from './ingest-run.ts';
import type { Run } from '../run.ts';
import { demoArchive } from '../settings/settings.ts';
import { showSummary } from './show-summary.ts';

/** Ingests the built-in demo into its own store below stemma's home. The user's archive is not touched. */
export async function setUpDemo(run: Run): Promise<void> {
  await using store = await run.app.openStore({ ...run.settings, archive: demoArchive(run.settings.base) }, 'write');
  const report = await readStory(run, store);
  reportProblems(run, report);
  await showSummary(run, store, report, { demo: true });
}

/** The same without output, for the first question to the demo. */
export async function setUpDemoQuietly(run: Run): Promise<void> {
  await using store = await run.app.openStore(run.settings, 'write');
  await readStory({ ...run, settings: { ...run.settings, quiet: true } }, store);
}

function readStory(run: Run, store: Store): Promise<IngestReport> {
  return ingestRun({ ...run, settings: { ...run.settings, exclude: [] } }, store, { paths: [run.app.story] });
}
