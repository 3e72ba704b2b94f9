import { defineCommand } from '../line/command.ts';

export const watchCommand = defineCommand({
  details:
    'Reads what is new, then stays: transcripts are read as they grow, events of hooks are added (`stemma install`), and every event is ' +
    'shown as it is kept. The third time that the same call fails with no change in between it says so. Ctrl-C ends it and leaves everything whole. ' +
    '--json prints one event a line; what there is to say of one is its `note`.',
  positionals: [],
  flags: {
    once: { type: 'flag', summary: 'Look once, show what is new, and end' },
    all: { type: 'flag', summary: 'Show thinking and bookkeeping too' },
  },
  examples: [
    { line: 'stemma watch', says: 'in a terminal beside your agents' },
    { line: 'stemma watch --json | jq -c "select(.failed)"', says: 'failures, as they happen' },
    { line: 'stemma watch --json | jq -r ".note // empty"', says: 'calls that run in a circle' },
    { line: 'stemma watch --once', says: 'for a cron job' },
  ],
  async run(run, { flags }) {
    // Loaded when it is needed: help names every command.
    const { watchRun } = await import('../runs/watch-run.ts');
    await watchRun(run, flags);
  },
});
