import { defineCommand } from '../line/command.ts';

export const pullCommand = defineCommand({
  details:
    'Brings what the team has learned to this machine: failures with what was done about them, and uses of skills; no ' +
    'transcripts. From then on `similar`, `advise`, hooks, `patterns` and `recommend` know it too, without a connection. ' +
    "It is kept apart from your archive (team.db in stemma's home), marked in answers, and replaced by the next pull.",
  positionals: [{ name: 'url', summary: 'The server, when it is not the one you are logged in to', optional: true }],
  flags: { remove: { type: 'flag', summary: 'Remove what was pulled' } },
  examples: [
    { line: 'stemma pull', says: "the team's memory, as it is now" },
    { line: 'stemma pull --remove', says: 'without it again' },
  ],
  async run(run, { args: [url], flags }) {
    await (await import('../runs/push/pull-run.ts')).pullRun(run, url, flags);
  },
});
