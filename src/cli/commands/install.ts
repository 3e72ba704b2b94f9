import { join } from 'node:path';
import { archiveIn } from '../../live/archive-in.ts';
import { newestOf } from '../../sources/agent/version.ts';
import { installableAgents } from '../../sources/registry.ts';
import { defineCommand } from '../line/command.ts';
import type { Run } from '../run.ts';

const agentNames = installableAgents.map(({ name }) => name);

export const installCommand = defineCommand({
  details:
    "Adds hooks to the agent's settings, or a small plugin if the agent has no hooks. Each event becomes a file in " +
    "stemma's spool, which `stemma watch` and `stemma ingest` collect. Hooks only record: they never allow, deny or " +
    'block anything. After a failed call they may add a note of up to 120 tokens with the known fix, if confidence is ' +
    'high enough (off: --no-advice, or `advice` in config.json). When a session starts or was compacted they may add a ' +
    'summary of unfinished work within 300 or 600 tokens (off: --no-resume, or `resume` in config.json). `stemma mcp` ' +
    'is added to the MCP servers of the agent, so that its model can query the archive (off: --no-mcp); a server ' +
    'called "stemma" that was not added by stemma is never changed. The rest of the settings stays as it is, byte for ' +
    'byte, and `stemma uninstall` removes everything. Running it again changes nothing, except after an update of the ' +
    'agent or of stemma. docs/live.md lists what is written where.',
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
    statusline: {
      type: 'flag',
      summary: 'Also show cost, block and budget in the status line; without AGENT and --all nothing else',
    },
    'dry-run': { type: 'flag', summary: 'Only show what would change, as a diff' },
  },
  examples: [
    { line: 'stemma install claude-code codex', says: 'connect these two' },
    { line: 'stemma install --all --dry-run', says: 'preview the changes for every agent found' },
    { line: 'stemma install --statusline', says: 'only the status line, where an agent can show it' },
    { line: 'stemma install gemini --no-mcp', says: 'hooks only; removes the MCP server if present' },
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
    const lines = flags.statusline
      ? (await import('../runs/status-line-run.ts')).statusLineRun(run, args, {
          dryRun: flags['dry-run'],
          isRemoved: false,
        })
      : [];
    if (flags.statusline && args.length === 0 && !flags.all) {
      const { statusLineText } = await import('../runs/status-line-run.ts');
      await run.answer({ dry_run: flags['dry-run'], status_lines: lines }, () => statusLineText(lines));
      return lines.some(({ status }) => status === 'taken') ? 1 : 0;
    }
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
    const statusText = flags.statusline ? (await import('../runs/status-line-run.ts')).statusLineText(lines) : '';
    await run.answer(
      { dry_run: options.dryRun, agents: outcomes, ...(flags.statusline && { status_lines: lines }) },
      () => renderInstall(outcomes, { ...run, home: machine.home, dryRun: options.dryRun }) + statusText,
    );
    if (!run.settings.isDemo && archiveIn(run.settings.base, {}) !== run.settings.archive) {
      run.say(
        `Hooks do not see --db and usually not STEMMA_DB: set "db" in ${join(run.settings.base, 'config.json')}, so that they use the same archive as the MCP server.`,
      );
    }
    return exitCodeOf(outcomes, flags.all);
  },
});

/** The newest version of each agent seen in the archive. Optional: an archive that cannot be read is ignored. */
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
