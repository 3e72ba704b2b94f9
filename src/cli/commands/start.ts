import { defineCommand } from '../command.ts';
import { ingestRun, sayProblems } from '../ingest-run.ts';
import { setUpDemo } from '../set-up-demo.ts';
import { showSummary } from '../show-summary.ts';

export const startCommand = defineCommand({
  name: 'start',
  summary: 'Read everything on this machine and show what was found',
  details: 'What `npm start` runs. Where there is no history, a small built-in story is read into a store of its own instead.',
  positionals: [],
  flags: {},
  examples: [{ line: 'stemma start', says: 'the first thing to type' }],
  async run(run) {
    if (!run.settings.isDemo) {
      await using store = await run.openToWrite();
      const report = await ingestRun(run, store);
      sayProblems(run, report);
      const { total } = await store.read.sessions({}, { limit: 1, offset: 0 });
      if (total > 0) return await showSummary(run, store, report, { demo: false });
      run.say('No history of a coding agent was found on this machine, so here is a built-in story, in a store of its own.\n');
    }
    return await setUpDemo(run);
  },
});
