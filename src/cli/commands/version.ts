import { defineCommand } from '../line/command.ts';

export const versionCommand = defineCommand({
  positionals: [],
  flags: {},
  examples: [{ line: 'stemma version --json', says: 'for a program' }],
  async run(run) {
    const answer = { stemma: run.app.version, node: process.versions.node, sqlite: process.versions.sqlite ?? null };
    await run.answer(
      answer,
      () => `stemma ${answer.stemma} (Node ${answer.node}, SQLite ${answer.sqlite ?? 'unknown'})\n`,
    );
  },
});
