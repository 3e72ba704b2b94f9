import { defineCommand } from '../line/command.ts';

export const runCommand = defineCommand({
  details:
    'The program has your terminal to itself and notices nothing; its exit code is the answer. Recorded are the commands it gives to ' +
    '$SHELL, every change in the work tree, its commits, and how it ended. Everything after -- is the program and its arguments. --quiet ' +
    'leaves out the line at the end.',
  positionals: [{ name: 'program', summary: 'The program to run, and its arguments', many: true }],
  flags: {},
  examples: [
    { line: 'stemma run -- aider --model sonnet', says: 'aider, whose own files keep no outputs and no exit codes' },
    { line: 'stemma run --quiet -- ./fix-all.sh', says: 'any program, without a summary' },
  ],
  async run(run, { args }) {
    // Loaded on demand: help loads every command.
    const { programRun } = await import('../runs/program-run.ts');
    return programRun(run, args);
  },
});
