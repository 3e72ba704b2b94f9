import { join } from 'node:path';
import { defineCommand } from '../line/command.ts';
import { ingestRun, reportProblems } from '../runs/ingest-run.ts';
import type { Run } from '../run.ts';
import { setUpDemo } from '../runs/set-up-demo.ts';
import { demoArchive } from '../settings/settings.ts';
import { showSummary } from '../runs/show-summary.ts';

export const startCommand = defineCommand({
  details:
    'What `npm start` runs. Where there is no history, a small built-in story is read into a store of its own instead. On a terminal it ends in `stemma serve`: the address of the page is printed, and Ctrl-C ends it.',
  positionals: [],
  flags: {},
  examples: [{ line: 'stemma start', says: 'the first thing to type' }],
  async run(run) {
    const isDemo = run.settings.isDemo || !(await readOwn(run));
    if (isDemo) await setUpDemo(run);
    // A person at a terminal wants to see the page; a script wants the command to end.
    if (!run.app.out.isTerminal || run.settings.json || !run.app.serveHttp) return;
    const { serveArchive } = await import('../runs/serve-run.ts');
    const { base } = run.settings;
    run.say('');
    await serveArchive(
      isDemo
        ? { ...run, settings: { ...run.settings, isDemo, home: join(base, 'demo'), archive: demoArchive(base) } }
        : run,
      { port: undefined, host: undefined, opens: false, watches: true },
    );
  },
});

/** Ingests everything on this machine and shows it. Returns whether there was anything. */
async function readOwn(run: Run): Promise<boolean> {
  await using store = await run.openToWrite();
  const report = await ingestRun(run, store);
  reportProblems(run, report);
  const { total } = await store.read.sessions({}, { limit: 1, offset: 0 });
  if (total > 0) await showSummary(run, store, report, { demo: false });
  else
    run.say(
      'No history of a coding agent was found on this machine, so here is a built-in story, in a store of its own.\n',
    );
  return total > 0;
}
