import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';

const actions = ['list', 'create', 'keep', 'delete'] as const;

export const workspaceCommand = defineCommand({
  details:
    'For the machine that `stemma server` runs on. Workspaces never see each other: each is an archive of its own, and so ' +
    'is the private space of each user in it. A server begins with `main`. `keep` says how long it keeps sessions: older ones are forgotten ' +
    'every hour, and refused from then on. `delete` removes all of its archives and tokens.',
  positionals: [
    { name: 'action', summary: `${actions.join(', ')} (default: list)`, optional: true, choices: actions },
    { name: 'name', summary: 'create, keep, delete: the workspace', optional: true },
  ],
  flags: {
    'allow-raw': { type: 'flag', summary: 'create: machines may push without redacting (`stemma push --raw`)' },
    keep: {
      type: 'text',
      placeholder: 'DAYS',
      summary: 'create, keep: forget sessions that ended longer ago, such as 180d; or forever',
    },
    yes: { type: 'flag', summary: 'delete: do not ask' },
  },
  examples: [
    { line: 'stemma workspace create shop', says: 'another team' },
    { line: 'stemma workspace', says: 'list them' },
    { line: 'stemma workspace keep shop --keep 180d', says: 'sessions are forgotten half a year after they ended' },
    { line: 'stemma workspace delete shop', says: 'remove it with everything in it, after asking' },
  ],
  async run(run, { args: [action = 'list', name], flags }) {
    const runs = await import('../runs/team/workspace-runs.ts');
    if (action === 'list') return runs.listWorkspaces(run);
    if (action !== 'create' && action !== 'keep' && action !== 'delete')
      throw new StemmaError('bad-argument', `workspace has no action "${action}".`, {
        hint: `Actions: ${actions.join(', ')}.`,
      });
    if (name === undefined)
      throw new StemmaError('bad-argument', `workspace ${action} needs a name.`, {
        hint: `Such as \`stemma workspace ${action} shop\`.`,
      });
    if (action === 'create') return runs.createWorkspace(run, name, flags);
    return action === 'keep' ? runs.keepInWorkspace(run, name, flags.keep) : runs.deleteWorkspace(run, name, flags.yes);
  },
});
