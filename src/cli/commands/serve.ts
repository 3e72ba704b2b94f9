import { defineCommand } from '../line/command.ts';

export const serveCommand = defineCommand({
  details:
    'Serves the page and a JSON API on this machine only; docs/http.md lists the routes. Agents are followed meanwhile, ' +
    'as by `stemma watch`, and the page updates live. The printed address contains a token: writing needs it, and with ' +
    '--host reading does too. STEMMA_TOKEN sets a permanent one. Ctrl-C ends it safely. --json prints one line with the ' +
    'address once the server is ready.',
  positionals: [],
  flags: {
    port: {
      type: 'integer',
      min: 0,
      placeholder: 'N',
      summary: 'Port to listen on; a free one if it is taken (default: 4747)',
    },
    host: {
      type: 'text',
      placeholder: 'ADDRESS',
      summary: 'Address to listen on, for other machines; every request then needs the token (default: 127.0.0.1)',
    },
    open: { type: 'flag', summary: 'Open the page in the browser' },
    otlp: {
      type: 'flag',
      summary: 'Receive OpenTelemetry from agents and programs on this machine as well; see docs/otlp.md',
    },
    'otlp-port': {
      type: 'integer',
      min: 0,
      placeholder: 'N',
      summary: 'Port to receive it on (default: 4318, where exporters send)',
    },
    'no-watch': { type: 'flag', summary: 'Do not follow agents; the page still shows what other processes ingest' },
  },
  examples: [
    { line: 'stemma serve --open', says: 'open the page' },
    { line: 'stemma serve --demo --open', says: 'with the built-in demo' },
    { line: 'stemma serve --json | jq -r .url', says: 'print the address, for a program that opens it' },
    { line: 'stemma serve --otlp', says: 'receive OpenTelemetry too' },
    { line: 'stemma serve --host 0.0.0.0 --port 8080', says: 'let colleagues in who have the printed address' },
  ],
  async run(run, { flags }) {
    // Loaded on demand: help loads every command.
    const { serveRun } = await import('../runs/serve-run.ts');
    await serveRun(run, {
      port: flags.port,
      host: flags.host,
      opens: flags.open,
      watches: !flags['no-watch'],
      otlpPort: flags.otlp || flags['otlp-port'] !== undefined ? (flags['otlp-port'] ?? 4318) : undefined,
    });
  },
});
