import { defineCommand } from '../line/command.ts';

export const loginCommand = defineCommand({
  details:
    "Asks for a token, checks it with the server, and stores it in stemma's home (login.json), readable by you alone. " +
    'The token is typed, piped in, or taken from STEMMA_SERVER_TOKEN; never given as an argument. An administrator makes ' +
    'it with `stemma token create`. Containers and CI need no login: STEMMA_SERVER and STEMMA_SERVER_TOKEN are enough. ' +
    'Nothing is sent by logging in: `stemma push --dry-run` shows what would be.',
  positionals: [{ name: 'url', summary: 'Address of the server (the last one when left out)', optional: true }],
  flags: {
    insecure: { type: 'flag', summary: 'Allow http:// to another machine, in a network that is private itself' },
  },
  examples: [
    { line: 'stemma login https://stemma.example.org', says: 'asks for the token' },
    { line: 'stemma login', says: 'the same server again, with a new token' },
  ],
  async run(run, { args: [url], flags }) {
    await (await import('../runs/push/login-run.ts')).loginRun(run, url, flags);
  },
});
