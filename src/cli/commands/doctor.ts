import { diagnose } from '../../ask/diagnose.ts';
import { defineCommand } from '../command.ts';
import { agentsOnDisk, claudeRetentionDays, fileOnDisk } from '../examine-machine.ts';
import { renderDoctor } from '../render/doctor.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Examine the archive and its sources, to paste into an issue',
  details: 'Counts, versions and paths; no text of any session. --check reads the whole archive and takes a while.',
  positionals: [],
  flags: { check: { type: 'switch', summary: 'Check every block and index of the archive' } },
  examples: [
    { line: 'stemma doctor', says: 'a quick look' },
    { line: 'stemma doctor --check', says: 'the full examination' },
  ],
  async run(run, { flags }) {
    const { app, settings } = run;
    await using store = run.told(await app.openStore(settings.home, 'read'));
    const diagnosis = await diagnose(store.read, { check: flags.check });
    const answer = {
      stemma: app.version,
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? null,
      platform: `${process.platform}-${process.arch}`,
      home: await fileOnDisk(settings.home),
      store: await fileOnDisk(app.storePath(settings.home)),
      exclude: settings.exclude,
      workspace: settings.workspace,
      on_disk: await agentsOnDisk(await app.sources(), app.machine),
      retention: { claude_code_days: await claudeRetentionDays(app.machine) },
      ...diagnosis,
    };
    await run.answer(answer, () => renderDoctor(answer, run));
    return diagnosis.damage && diagnosis.damage.length > 0 ? 1 : 0;
  },
});
