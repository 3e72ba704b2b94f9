import { defineCommand } from '../line/command.ts';

export const logoutCommand = defineCommand({
  details:
    'Removes the token from this machine. What was pushed stays on the server; `stemma forget` removes it there. The token ' +
    'itself stays valid until `stemma token revoke`.',
  positionals: [],
  flags: { forget: { type: 'flag', summary: "Also remove the team's memory that was pulled" } },
  examples: [
    { line: 'stemma logout', says: 'remove the token' },
    { line: 'stemma logout --forget', says: 'and what `stemma pull` brought' },
  ],
  async run(run, { flags }) {
    await (await import('../runs/push/login-run.ts')).logoutRun(run, flags);
  },
});
