import { defineCommand } from '../line/command.ts';

export const watchCommand = defineCommand({
  details:
    'Ingests what is new and then follows the agents: transcripts are read as they grow, and so are the events of hooks ' +
    '(`stemma install`). Every event is printed as it is stored. When the same call fails for the third time without a ' +
    'change in between, a note is printed. Ctrl-C ends it safely. --json prints one event per line; a note is in its ' +
    '`note` field.',
  positionals: [],
  flags: {
    once: { type: 'flag', summary: 'Read once, print what is new, and exit' },
    push: { type: 'flag', summary: "Send what is new to the team's server as it is stored" },
    all: { type: 'flag', summary: 'Show thinking and bookkeeping too' },
  },
  examples: [
    { line: 'stemma watch', says: 'follow your agents in a second terminal' },
    { line: 'stemma watch --json | jq -c "select(.failed)"', says: 'print failures as they happen' },
    { line: 'stemma watch --json | jq -r ".note // empty"', says: 'print notes about repeated failures' },
    { line: 'stemma watch --push', says: "keep the team's server up to date" },
    { line: 'stemma watch --once', says: 'for a cron job' },
  ],
  async run(run, { flags }) {
    // Loaded on demand: help loads every command.
    const { watchRun } = await import('../runs/watch-run.ts');
    await watchRun(run, flags);
  },
});
