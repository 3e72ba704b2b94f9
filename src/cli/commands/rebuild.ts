import { defineCommand } from '../line/command.ts';
import { progressBar } from '../progress.ts';
import { reportProblems } from '../runs/ingest-run.ts';
import { renderIngest } from '../render/system/ingest.ts';

export const rebuildCommand = defineCommand({
  details: "After an update that understands more. The agents' files are not needed: the archive has their bytes.",
  positionals: [],
  flags: {},
  examples: [{ line: 'stemma rebuild', says: 'events, links, search index' }],
  async run(run) {
    // Loaded on demand: help loads every command.
    const { rebuild } = await import('../../ingest/archive/rebuild.ts');
    await using store = await run.openToWrite();
    const { app, settings } = run;
    const bar = progressBar(settings.quiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
    try {
      const report = await rebuild({
        store,
        sources: await app.sources(),
        workspace: settings.workspace,
        domains: settings.domains,
        signal: app.untilInterrupted(),
        onProgress: bar.show,
        clock: app.clock,
      });
      bar.end();
      await (await import('../runs/fill-model.ts')).fillBriefly(run, store);
      reportProblems(run, report);
      await run.answer(report, () => renderIngest(report, { again: true, columns: run.columns }));
      return report.problems.length > 0 ? 1 : 0;
    } finally {
      bar.end();
    }
  },
});
