import { StemmaError } from '../../model/stemma-error.ts';
import { roles } from '../../team/role.ts';
import { defineCommand } from '../line/command.ts';

const actions = ['list', 'create', 'revoke'] as const;

export const tokenCommand = defineCommand({
  details:
    'For the machine that `stemma server` runs on. `create` makes a token for a user and shows it once: only its hash is ' +
    'kept. A user may have several, such as one for each machine. A `reader` asks, a `writer` also pushes and enters what ' +
    'was tried, an `admin` also removes what others pushed. `revoke` takes the id of a token, or a user for all of theirs; ' +
    'it holds from the next request on.',
  positionals: [
    { name: 'action', summary: `${actions.join(', ')} (default: list)`, optional: true, choices: actions },
    { name: 'name', summary: 'create: the user; revoke: the id of a token, or a user', optional: true },
  ],
  flags: {
    role: { type: 'choice', choices: roles, placeholder: 'ROLE', summary: 'create: what it allows' },
    workspace: { type: 'text', placeholder: 'NAME', summary: 'The workspace it is for (create: main)' },
    expires: {
      type: 'text',
      placeholder: 'TIME',
      summary: 'create: until when, such as 90d or 2027-01-31 (default: for ever)',
    },
    note: {
      type: 'text',
      max: 80,
      placeholder: 'TEXT',
      summary: 'create: what it is for, such as the name of a machine',
    },
  },
  examples: [
    { line: 'stemma token create ada --role writer --expires 90d', says: 'let Ada push and ask for three months' },
    {
      line: 'stemma token create ci --role writer --workspace shop --note github',
      says: 'for the builds of another workspace',
    },
    { line: 'stemma token', says: 'list them' },
    { line: 'stemma token revoke ada', says: 'take back all of her tokens' },
  ],
  async run(run, { args: [action = 'list', name], flags }) {
    const runs = await import('../runs/team/token-runs.ts');
    if (action === 'list') return runs.listTokens(run, flags.workspace);
    if (action !== 'create' && action !== 'revoke')
      throw new StemmaError('bad-argument', `token has no action "${action}".`, {
        hint: `Actions: ${actions.join(', ')}.`,
      });
    if (name === undefined)
      throw new StemmaError('bad-argument', `token ${action} needs a name.`, {
        hint:
          action === 'create'
            ? 'Such as `stemma token create ada --role writer`.'
            : '`stemma token list` shows the ids.',
      });
    if (action === 'revoke') return runs.revokeTokens(run, name, flags.workspace);
    if (flags.role === undefined)
      throw new StemmaError('bad-argument', 'token create needs --role.', { hint: `Give one of ${roles.join(', ')}.` });
    return runs.createToken(run, name, { ...flags, role: flags.role });
  },
});
