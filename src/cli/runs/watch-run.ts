import { lookOnce, watch, type News } from '../../live/watch/watch.ts';
import { keepHeapTight } from '../../platform/keep-heap-small.ts';
import { reportProblems } from './ingest-run.ts';
import { machineOf } from '../settings/machine-of.ts';
import { progressBar } from '../progress.ts';
import { renderIngest } from '../render/system/ingest.ts';
import { WatchView } from '../render/system/watch.ts';
import { redactStore } from '../redact-store.ts';
import type { Run } from '../run.ts';

export interface WatchFlags {
  readonly once: boolean;
  readonly all: boolean;
  readonly push: boolean;
}

/** Watches until Ctrl-C, or reads once. */
export async function watchRun(run: Run, flags: WatchFlags): Promise<void> {
  const { app, settings } = run;
  keepHeapTight();
  const signal = app.untilInterrupted();
  const view = new WatchView(run, flags.all);
  const bar = progressBar(settings.quiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
  const isPushing = flags.push || settings.push;
  const pushing = isPushing && !flags.once ? await pushWhile(run, signal, flags.push) : undefined;
  let isFirst = !flags.once;
  const onNews = async ({ report, events, sessions, notes }: News): Promise<void> => {
    bar.end();
    pushing?.changed();
    if (isFirst) {
      isFirst = false;
      reportProblems(run, report);
      run.say(renderIngest(report, { columns: run.columns }).trimEnd());
      run.say('Watching. Ctrl-C ends it.');
    }
    if (events.length === 0) return;
    if (settings.json)
      await run.print(events.map((event) => `${JSON.stringify({ ...event, note: notes.get(event.id) })}\n`).join(''));
    else await run.print(view.render(events, sessions, notes));
  };
  try {
    await (flags.once ? lookOnce : watch)({
      home: settings.home,
      openStore: () => run.openToWrite(),
      redacted: (store) => redactStore(run, store),
      sources: await app.sources(),
      machine: machineOf(run),
      exclude: settings.exclude,
      workspace: settings.workspace,
      domains: settings.domains,
      clock: app.clock,
      signal,
      onProgress: (progress) => bar.show(progress),
      onNews,
    });
  } finally {
    bar.end();
    await pushing?.end();
  }
  if (isPushing && flags.once) await (await import('./push/push-run.ts')).pushBriefly(run, signal);
}

/** Whoever asks for it learns at once that nobody is logged in. */
async function pushWhile(run: Run, signal: AbortSignal, isAskedFor: boolean) {
  const [{ PushWhile }, { loginOf }] = await Promise.all([
    import('./push/push-while.ts'),
    import('./push/push-place.ts'),
  ]);
  if (isAskedFor) loginOf(run);
  return new PushWhile(run, signal);
}
