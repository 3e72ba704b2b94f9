import { join } from 'node:path';
import { ingestRun, sayProblems } from './ingest-run.ts';
import type { Run } from './run.ts';
import { showSummary } from './show-summary.ts';

/** Reads the built-in story into its own store below stemma's home and shows it. The user's archive is not touched. */
export async function setUpDemo(run: Run): Promise<void> {
  const home = join(run.settings.base, 'demo');
  await using store = await run.app.openStore(home, 'write');
  const report = await ingestRun({ ...run, settings: { ...run.settings, exclude: [] } }, store, { paths: [run.app.story] });
  sayProblems(run, report);
  await showSummary(run, store, report, { demo: true });
}
