import { liveAgents } from '../../live/install/agents.ts';
import { install } from '../../live/install/install.ts';
import { newestOf } from '../../live/install/version.ts';
import { defineCommand } from '../command.ts';
import { agentsNamed, exitCodeOf, hookKit, told } from '../live-agents.ts';
import { renderInstall } from '../render/install.ts';
import type { Run } from '../run.ts';

export const installCommand = defineCommand({
  name: 'install',
  summary: 'Let agents tell stemma what they do while they run',
  details:
    "Adds hooks to the agent's own settings, or a small plugin where it has none; each event becomes one file in stemma's spool, which `stemma watch` and `stemma ingest` " +
    'collect. Hooks listen: they never allow or refuse anything, and never wait. After a call that failed they may add a note of up to 120 tokens: what helped when it failed ' +
    'so before, if stemma is sure enough; --no-advice leaves that out, `advice` in config.json turns it off for folders or everywhere. When a session starts or was compacted they may tell where work was left, within 300 or 600 tokens; ' +
    '--no-resume and `resume` in config.json are the same for that. Everything else in the settings stays as it is, to the byte; `stemma uninstall` ' +
    'takes it all out again. Done twice it changes nothing; after an update of the agent or of stemma it brings things up to date. docs/live.md tells what is written where.',
  positionals: [{ name: 'agent', summary: `Agents to listen to: ${liveAgents.map(({ name }) => name).join(', ')}`, optional: true, many: true, choices: liveAgents.map(({ name }) => name) }],
  flags: {
    all: { type: 'switch', summary: 'Every agent found on this machine' },
    'no-advice': { type: 'switch', summary: 'Only listen: say nothing after failed calls' },
    'no-resume': { type: 'switch', summary: 'Say nothing when sessions start or were compacted' },
    'dry-run': { type: 'switch', summary: 'Only show what would change, as a diff' },
  },
  examples: [
    { line: 'stemma install claude-code codex', says: 'listen to these two' },
    { line: 'stemma install --all --dry-run', says: 'see what it would do to every agent found here' },
  ],
  async run(run, { args, flags }) {
    const { machine } = run.app;
    const agents = agentsNamed(run, 'install', args, flags.all);
    const versionSeen = await newestVersions(run);
    const options = { machine, kit: hookKit(run), dryRun: flags['dry-run'], noAdvice: flags['no-advice'], noResume: flags['no-resume'], versionSeen };
    const outcomes = (await Promise.all(agents.map((agent) => install(agent, options)))).map((outcome) => told(run, outcome));
    await run.answer({ dry_run: options.dryRun, agents: outcomes }, () => renderInstall(outcomes, { ...run, home: machine.home, dryRun: options.dryRun }));
    return exitCodeOf(outcomes, flags.all);
  },
});

/** What the archive knows of versions. It is a help, not a need: an archive that cannot be read stops nothing here. */
async function newestVersions({ app, settings }: Run): Promise<(agent: string) => string | undefined> {
  try {
    await using store = await app.openStore(settings, 'read');
    const { sources } = await store.read.overview();
    const newest = new Map(sources.map(({ source, versions }) => [source, newestOf(versions.map(({ version }) => version))]));
    return (agent) => newest.get(agent);
  } catch {
    return () => undefined;
  }
}
