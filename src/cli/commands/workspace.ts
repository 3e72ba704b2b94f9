import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';

const actions = ['list', 'create', 'delete'] as const;

export const workspaceCommand = defineCommand({
  details:
    'For the machine that `stemma server` runs on. Workspaces never see each other: each is an archive of its own, and so ' +
    'is the private space of each user in it. A server begins with `main`. `delete` removes all of its archives and tokens.',
  positionals: [
    { name: 'action', summary: `${actions.join(', ')} (default: list)`, optional: true, choices: actions },
    { name: 'name', summary: 'create, delete: the workspace', optional: true },
  ],
  flags: {
    'allow-raw': { type: 'flag', summary: 'create: machines may push without redacting (`stemma push --raw`)' },
    yes: { type: 'flag', summary: 'delete: do not ask' },
  },
  examples: [
    { line: 'stemma workspace create shop', says: 'another team' },
    { line: 'stemma workspace', says: 'list them' },
    { line: 'stemma workspace delete shop', says: 'remove it with everything in it, after asking' },
  ],
  async run(run, { args: [action = 'list', name], flags }) {
    const runs = await import('../runs/team/workspace-runs.ts');
    if (action === 'list') return runs.listWorkspaces(run);
    if (action !== 'create' && action !== 'delete')
      throw new StemmaError('bad-argument', `workspace has no action "${action}".`, {
        hint: `Actions: ${actions.join(', ')}.`,
      });
    if (name === undefined)
      throw new StemmaError('bad-argument', `workspace ${action} needs a name.`, {
        hint: `Such as \`stemma workspace ${action} shop\`.`,
      });
    return action === 'create'
      ? runs.createWorkspace(run, name, flags['allow-raw'])
      : runs.deleteWorkspace(run, name, flags.yes);
  },
});
