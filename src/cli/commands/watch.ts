import { lookOnce, watch, type News } from '../../live/watch/watch.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { keepHeapSmall } from '../../platform/keep-heap-small.ts';
import { defineCommand } from '../command.ts';
import { machineOf, sayProblems } from '../ingest-run.ts';
import { progressBar } from '../progress.ts';
import { renderIngest } from '../render/ingest.ts';
import { WatchPage } from '../render/watch.ts';

export const watchCommand = defineCommand({
  name: 'watch',
  summary: 'Follow every agent as it works, and show what happens',
  details:
    'Reads what is new, then stays: transcripts are read as they grow, what hooks told is added (`stemma install`), and every event is ' +
    'shown as it is kept. Ctrl-C ends it and leaves everything whole. --json prints one event a line.',
  positionals: [],
  flags: {
    once: { type: 'switch', summary: 'Look once, show what is new, and end' },
    all: { type: 'switch', summary: 'Show thinking and bookkeeping too' },
  },
  examples: [
    { line: 'stemma watch', says: 'in a terminal beside your agents' },
    { line: 'stemma watch --json | jq -c "select(.failed)"', says: 'failures, as they happen' },
    { line: 'stemma watch --once', says: 'for a cron job' },
  ],
  async run(run, { flags }) {
    const { app, settings } = run;
    keepHeapSmall();
    const signal = app.untilInterrupted();
    const page = new WatchPage(run, flags.all);
    const bar = progressBar(settings.quiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
    let isFirst = !flags.once;
    const onNews = async ({ report, events, sessions }: News): Promise<void> => {
      bar.end();
      if (isFirst) {
        isFirst = false;
        sayProblems(run, report);
        run.say(renderIngest(report, { columns: run.columns }).trimEnd());
        run.say('Watching. Ctrl-C ends it.');
      }
      if (events.length === 0) return;
      if (settings.json) await run.print(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
      else await run.print(page.render(events, sessions));
    };
    try {
      await (flags.once ? lookOnce : watch)({
        home: settings.home,
        openStore: () => run.openToWrite(),
        told: (store) => run.told(store),
        sources: await app.sources(),
        machine: machineOf(run),
        exclude: settings.exclude,
        workspace: settings.workspace,
        clock: app.clock,
        signal,
        onProgress: (progress) => bar.show(progress),
        onNews,
      });
    } catch (error) {
      // Ctrl-C is how it ends.
      if (!(error instanceof StemmaError && error.code === 'interrupted')) throw error;
    } finally {
      bar.end();
    }
  },
});
