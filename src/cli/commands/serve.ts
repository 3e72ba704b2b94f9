import { defineCommand } from '../line/command.ts';

export const serveCommand = defineCommand({
  details:
    'A page and a JSON API on this machine alone; docs/http.md lists what can be asked. Agents are followed meanwhile, as by `stemma watch`, and the page shows what they do as they do it. ' +
    'The address that is printed holds a token: whatever writes needs it, and with --host reading does too. STEMMA_TOKEN sets one that stays the same. Ctrl-C ends it and leaves everything whole. ' +
    '--json prints one line with the address once it can be asked.',
  positionals: [],
  flags: {
    port: {
      type: 'integer',
      min: 0,
      placeholder: 'N',
      summary: 'Where to listen; another one when it is taken (4747)',
    },
    host: {
      type: 'text',
      placeholder: 'ADDRESS',
      summary: 'Listen for other machines too: then every question needs the token (127.0.0.1)',
    },
    open: { type: 'flag', summary: 'Show the page in the browser' },
    'no-watch': { type: 'flag', summary: 'Do not follow agents; what others write is shown all the same' },
  },
  examples: [
    { line: 'stemma serve --open', says: 'the page' },
    { line: 'stemma serve --demo --open', says: 'with the built-in story' },
    { line: 'stemma serve --json | jq -r .url', says: 'the address, for a program that opens it' },
    { line: 'stemma serve --host 0.0.0.0 --port 8080', says: 'for colleagues who have the printed address' },
  ],
  async run(run, { flags }) {
    // Loaded when it is needed: help names every command.
    const { serveRun } = await import('../runs/serve-run.ts');
    await serveRun(run, { port: flags.port, host: flags.host, opens: flags.open, watches: !flags['no-watch'] });
  },
});
