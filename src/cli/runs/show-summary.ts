import { summary } from '../../ask/archive/summary.ts';
import type { SummaryAnswer } from '../../ask/archive/summary.ts';
import type { IngestReport } from '../../ingest/ingest.ts';
import type { Store } from '../../store/store.ts';
import { shortId } from '../render/names.ts';
import { renderIngest } from '../render/system/ingest.ts';
import { renderSummary } from '../render/history/summary.ts';
import { renderTour } from '../render/system/tour.ts';
import { redactStore } from '../redact-store.ts';
import type { Run } from '../run.ts';

/** The end of `start` and `demo`: a summary of the archive and commands to try next. */
export async function showSummary(
  run: Run,
  store: Store,
  report: IngestReport,
  { demo }: { readonly demo: boolean },
): Promise<void> {
  const found = await summary(redactStore(run, store).read);
  const failure = run.settings.json ? undefined : await aFailure(store, found);
  const titles = new Map((await run.app.sources()).map(({ name, title }) => [name, title]));
  await run.answer({ demo, ingest: report, ...found }, () => {
    const session = failure?.session ?? found.recent[0];
    return `${renderIngest(report, run)}\n${renderSummary(found, titles, run)}\n${renderTour(session, failure && shortId(failure.id), { demo, byNpm: run.app.machine.env['npm_lifecycle_event'] === 'start' }, run)}`;
  });
}

/** A failed step of a recent session, for the suggested commands. */
async function aFailure({ read }: Store, { recent }: SummaryAnswer) {
  const session = recent.find(({ errors }) => errors > 0);
  const [failed] = session ? await read.events(session.uid, { after: 0, limit: 1, kinds: ['error'] }) : [];
  return session && failed ? { session, id: failed.step ?? failed.id } : undefined;
}
