import { diagnose } from '../../ask/diagnose.ts';
import { newestOf } from '../../live/install/version.ts';
import { defineCommand } from '../command.ts';
import { agentsOnDisk, fileOnDisk } from '../examine-machine.ts';
import { machineOf } from '../machine-of.ts';
import { hookKit } from '../hook-kit.ts';
import { renderDoctor } from '../render/doctor.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Examine the archive and its sources, to paste into an issue',
  details:
    'Which agents are here, what of theirs is archived and what they do not record, whether hooks and the MCP server are installed and working, what is about to be ' +
    'deleted. Counts, versions and paths; no text of any session. --check reads the whole archive and takes a while.',
  positionals: [],
  flags: { check: { type: 'switch', summary: 'Check every block and index of the archive' } },
  examples: [
    { line: 'stemma doctor', says: 'a quick look' },
    { line: 'stemma doctor --check', says: 'the full examination' },
    { line: 'stemma doctor --json | jq .agents', says: 'counts for each agent' },
  ],
  async run(run, { flags }) {
    const { app, settings } = run;
    const { liveStates } = await import('../../live/install/state.ts');
    await using store = run.told(await app.openStore(settings, 'read'));
    const diagnosis = await diagnose(store.read, { check: flags.check });
    const answer = {
      stemma: app.version,
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? null,
      platform: `${process.platform}-${process.arch}`,
      home: await fileOnDisk(settings.home),
      store: await fileOnDisk(settings.archive),
      exclude: settings.exclude,
      advice: settings.advice,
      resume: settings.resume,
      workspace: settings.workspace,
      on_disk: await agentsOnDisk(await app.sources(), machineOf(run), (path) => store.read.file(path), run.now),
      live: liveStates(app.machine, hookKit(run), (agent) => newestOf((diagnosis.agents.find(({ source }) => source === agent)?.versions ?? []).map(({ version }) => version))).map(
        ({ lastEventAt, upToDate, ...state }) => ({ ...state, up_to_date: upToDate, last_event_at: lastEventAt === undefined ? null : new Date(lastEventAt).toISOString() }),
      ),
      ...diagnosis,
    };
    await run.answer(answer, () => renderDoctor(answer, run));
    return diagnosis.damage && diagnosis.damage.length > 0 ? 1 : 0;
  },
});
