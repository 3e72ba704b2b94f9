import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';

const actions = ['start', 'backup', 'restore'] as const;

export const serverCommand = defineCommand({
  details:
    'One server for many machines: they push their sessions (`stemma push`), and everybody with a token asks the page, the ' +
    'API and the MCP server. Every request needs a token (`stemma token create`). Users, tokens and workspaces are in ' +
    '~/.stemma/server, and so are the archives, unless --db or STEMMA_DB names a PostgreSQL: then each is a database of its ' +
    'own there. Beyond this machine it listens only with a certificate, or behind a proxy that encrypts. SIGTERM and ' +
    'Ctrl-C end it safely: requests that have begun are answered, and what they wrote is kept. `backup` copies everything ' +
    'into a new folder while the server runs, `restore` makes a new server of it. See docs/server.md.',
  positionals: [
    { name: 'action', summary: `${actions.join(', ')} (default: start)`, optional: true, choices: actions },
    { name: 'folder', summary: 'backup, restore: the folder of the backup', optional: true },
  ],
  flags: {
    host: {
      type: 'text',
      placeholder: 'ADDRESS',
      summary: 'Address to listen on; 0.0.0.0 for all (default: 127.0.0.1)',
    },
    port: { type: 'integer', min: 0, max: 65_535, placeholder: 'N', summary: 'Port to listen on (default: 4748)' },
    cert: { type: 'text', placeholder: 'FILE', summary: 'Certificate in PEM; read again when it is renewed' },
    key: { type: 'text', placeholder: 'FILE', summary: 'Its key in PEM' },
    'trust-proxy': {
      type: 'flag',
      summary: 'A proxy in front encrypts, and names the client in X-Forwarded-For',
    },
    rate: {
      type: 'integer',
      min: 1,
      placeholder: 'N',
      summary: 'Requests a second that one token may make, five times as many in a burst (default: 100)',
    },
    writers: {
      type: 'integer',
      min: 1,
      max: 64,
      placeholder: 'N',
      summary: 'Threads that write (default: the number of processors less one, at most 4)',
    },
  },
  examples: [
    { line: 'stemma server', says: 'try it on this machine' },
    { line: 'stemma server --host 0.0.0.0 --cert cert.pem --key key.pem', says: 'for everybody, encrypted' },
    { line: 'stemma server --host 0.0.0.0 --trust-proxy', says: 'behind nginx or Caddy' },
    { line: 'stemma server --db postgres://db.example.org/stemma', says: 'keep the archives in PostgreSQL' },
    { line: 'stemma server backup /backups/stemma-2026-01-31', says: 'copy everything, while it runs' },
  ],
  async run(run, { args: [action = 'start', folder], flags }) {
    if (action === 'start') {
      if ((flags.cert === undefined) !== (flags.key === undefined))
        throw new StemmaError('bad-argument', '--cert and --key belong together.', { hint: 'Give both, or none.' });
      const { serverRun } = await import('../runs/team/server-run.ts');
      return serverRun(run, {
        host: flags.host ?? '127.0.0.1',
        port: flags.port ?? 4748,
        tls: flags.cert === undefined ? undefined : { cert: flags.cert, key: flags.key! },
        trustsProxy: flags['trust-proxy'],
        requestsPerSecond: flags.rate,
        writers: flags.writers,
      });
    }
    if (action !== 'backup' && action !== 'restore')
      throw new StemmaError('bad-argument', `server has no action "${action}".`, {
        hint: `Actions: ${actions.join(', ')}.`,
      });
    if (folder === undefined)
      throw new StemmaError('bad-argument', `server ${action} needs to know the folder.`, {
        hint: `Such as \`stemma server ${action} /backups/stemma-2026-01-31\`.`,
      });
    const runs = await import('../runs/team/backup-run.ts');
    return action === 'backup' ? runs.backupRun(run, folder) : runs.restoreRun(run, folder);
  },
});
