import { StemmaError } from '../../model/stemma-error.ts';
import { keepHeapTight } from '../../platform/keep-heap-small.ts';
import { defineCommand } from '../line/command.ts';

export const mcpCommand = defineCommand({
  details:
    'Runs a Model Context Protocol server on standard input and output. An agent starts it, and it ends with the agent. ' +
    'Its tools answer from the archive, redacted and bounded, with the age of the data; three of them record failures ' +
    'and fixes. It never ingests: `stemma watch` or the hooks keep the archive up to date. docs/mcp.md lists the tools ' +
    'and how to add the server to an agent.',
  positionals: [],
  flags: {},
  examples: [
    { line: 'stemma mcp', says: 'the command to enter in the MCP settings of an agent' },
    { line: 'stemma mcp --demo', says: 'serve the built-in demo' },
  ],
  async run(run) {
    const { app, settings } = run;
    if (!app.serveMcp)
      throw new StemmaError('bad-argument', 'stemma mcp needs standard input and output.', {
        hint: 'Let an agent start `stemma mcp`; see docs/mcp.md.',
      });
    keepHeapTight();
    // Opening now reads the demo if needed, and reports an archive that cannot be opened to whoever set this up.
    await (await run.openArchive())[Symbol.asyncDispose]();
    const { archive, base, workspace, embedding } = settings;
    await app.serveMcp({ archive, base, workspace, embedding, say: run.say });
  },
});
