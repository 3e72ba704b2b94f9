import { installableAgents } from '../../sources/registry.ts';
import { defineCommand } from '../line/command.ts';

export const uninstallCommand = defineCommand({
  details:
    'Restores settings files that have not changed since `stemma install`. From files that have changed, only the ' +
    'entries of stemma are removed. Files and folders that stemma created are deleted. Recorded sessions stay in the ' +
    'archive.',
  positionals: [
    {
      name: 'agent',
      summary: 'Agents to disconnect',
      optional: true,
      many: true,
      choices: installableAgents.map(({ name }) => name),
    },
  ],
  flags: {
    all: { type: 'flag', summary: 'Every agent that is connected' },
    'dry-run': { type: 'flag', summary: 'Only show what would change, as a diff' },
  },
  examples: [
    { line: 'stemma uninstall codex', says: 'disconnect Codex' },
    { line: 'stemma uninstall --all', says: 'disconnect every agent' },
  ],
  async run(run, { args, flags }) {
    const [{ agentsNamed, exitCodeOf, redactedOutcome }, { hookKit }, { uninstall }, { renderInstall }] =
      await Promise.all([
        import('../settings/live-agents.ts'),
        import('../settings/hook-kit.ts'),
        import('../../live/install/uninstall.ts'),
        import('../render/system/install.ts'),
      ]);
    const { machine } = run.app;
    const dryRun = flags['dry-run'];
    // Before the hooks: then the settings are again as the install of hooks left them.
    if (run.app.statusLiner !== undefined && (flags.all || args.length > 0)) {
      const { statusLineRun, statusLineText } = await import('../runs/status-line-run.ts');
      const removed = statusLineRun(run, args, { dryRun, isRemoved: true }).filter(
        ({ status }) => status === 'removed',
      );
      if (removed.length > 0) run.say(statusLineText(removed).trimEnd());
    }
    const all = agentsNamed(run, 'uninstall', args, flags.all).map((agent) =>
      redactedOutcome(run, uninstall(agent, { machine, kit: hookKit(run), dryRun })),
    );
    const outcomes = flags.all ? all.filter(({ status }) => status !== 'not-installed') : all;
    await run.answer({ dry_run: dryRun, agents: outcomes }, () =>
      renderInstall(outcomes, { ...run, home: machine.home, dryRun }),
    );
    return exitCodeOf(outcomes, flags.all);
  },
});
