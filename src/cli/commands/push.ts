import { defineCommand } from '../line/command.ts';

export const pushCommand = defineCommand({
  details:
    'Sends what is new in the archive, redacted before it leaves: transcripts and logs of hooks, never backups of edited ' +
    'files. Only repositories that are shared are sent (`stemma share`). It may be stopped and repeated at any time: ' +
    'everything arrives once. Without a connection nothing is lost, because the archive is the queue. `push: true` in ' +
    'config.json sends after each ingest, and `stemma watch --push` while agents work. See docs/team.md.',
  positionals: [{ name: 'url', summary: 'The server, when it is not the one you are logged in to', optional: true }],
  flags: {
    'dry-run': { type: 'flag', summary: 'Only show what would be sent, and what not and why' },
    write: { type: 'text', placeholder: 'FOLDER', summary: 'A dry run that writes there what would be sent' },
  },
  examples: [
    { line: 'stemma push --dry-run', says: 'see what would leave this machine' },
    { line: 'stemma push --write /tmp/look', says: 'read it, byte for byte' },
    { line: 'stemma ingest && stemma push', says: 'read what is new, and send it' },
  ],
  async run(run, { args: [url], flags }) {
    return await (await import('../runs/push/push-run.ts')).pushRun(run, url, flags);
  },
});
