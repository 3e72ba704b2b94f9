import { join } from 'node:path';
import { archiveIn } from '../../live/archive-in.ts';
import { newestOf } from '../../sources/agent/version.ts';
import { installableAgents } from '../../sources/registry.ts';
import { defineCommand } from '../line/command.ts';
import type { Run } from '../run.ts';

const agentNames = installableAgents.map(({ name }) => name);

export const installCommand = defineCommand({
  details:
    "Adds hooks to the agent's own settings, or a small plugin where it has none; each event becomes one file in stemma's spool, which `stemma watch` and `stemma ingest` " +
    'collect. Hooks only record: they never allow or refuse anything, and never block. After a failed call they may add a note of up to 120 tokens: what fixed the same failure ' +
    'before, when confidence is high enough; --no-advice leaves that out, `advice` in config.json turns it off for folders or everywhere. When a session starts or was compacted they may add where work was left, within 300 or 600 tokens; ' +
    '--no-resume and `resume` in config.json are the same for that. And it adds `stemma mcp` to the MCP servers of the agent, so that its model can ask what happened, why, and what fixed it before; --no-mcp leaves that out, ' +
    'and a server called "stemma" that is not from here is never touched. Everything else in the settings stays as it is, to the byte; `stemma uninstall` ' +
    'takes it all out again. Done twice it changes nothing; after an update of the agent or of stemma it brings things up to date. docs/live.md lists what is written where.',
  positionals: [
    {
      name: 'agent',
      summary: `Agents to connect: ${agentNames.join(', ')}`,
      optional: true,
      many: true,
      choices: agentNames,
    },
  ],
  flags: {
    all: { type: 'flag', summary: 'Every agent found on this machine' },
    'no-advice': { type: 'flag', summary: 'No notes after failed calls' },
    'no-resume': { type: 'flag', summary: 'No notes when sessions start or were compacted' },
    'no-mcp': { type: 'flag', summary: 'Do not add stemma to the MCP servers of the agent' },
    'dry-run': { type: 'flag', summary: 'Only show what would change, as a diff' },
  },
  examples: [
    { line: 'stemma install claude-code codex', says: 'connect these two' },
    { line: 'stemma install --all --dry-run', says: 'see what it would do to every agent found here' },
    { line: 'stemma install gemini --no-mcp', says: 'hooks alone; takes the MCP server out again if it was there' },
  ],
  async run(run, { args, flags }) {
    const [{ agentsNamed, exitCodeOf, redactedOutcome }, { hookKit }, { install }, { renderInstall }] =
      await Promise.all([
        import('../settings/live-agents.ts'),
        import('../settings/hook-kit.ts'),
        import('../../live/install/install.ts'),
        import('../render/system/install.ts'),
      ]);
    const { machine } = run.app;
    const agents = agentsNamed(run, 'install', args, flags.all);
    const versionSeen = await newestVersions(run);
    const options = {
      machine,
      kit: hookKit(run),
      dryRun: flags['dry-run'],
      noAdvice: flags['no-advice'],
      noResume: flags['no-resume'],
      noMcp: flags['no-mcp'],
      versionSeen,
    };
    const outcomes = (await Promise.all(agents.map((agent) => install(agent, options)))).map((outcome) =>
      redactedOutcome(run, outcome),
    );
    await run.answer({ dry_run: options.dryRun, agents: outcomes }, () =>
      renderInstall(outcomes, { ...run, home: machine.home, dryRun: options.dryRun }),
    );
    if (!run.settings.isDemo && archiveIn(run.settings.base, {}) !== run.settings.archive) {
      run.say(
        `Hooks do not see --db, and mostly not STEMMA_DB: name the archive as "db" in ${join(run.settings.base, 'config.json')}, so that they use the same one as the MCP server.`,
      );
    }
    return exitCodeOf(outcomes, flags.all);
  },
});

/** What the archive knows of versions. It is a help, not a need: an archive that cannot be read stops nothing here. */
async function newestVersions({ app, settings }: Run): Promise<(agent: string) => string | undefined> {
  try {
    await using store = await app.openStore(settings, 'read');
    const { sources } = await store.read.overview();
    const newest = new Map(
      sources.map(({ source, versions }) => [source, newestOf(versions.map(({ version }) => version))]),
    );
    return (agent) => newest.get(agent);
  } catch {
    return () => undefined;
  }
}
