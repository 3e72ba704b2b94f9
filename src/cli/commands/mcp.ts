import { StemmaError } from '../../model/stemma-error.ts';
import { keepHeapTight } from '../../platform/keep-heap-small.ts';
import { defineCommand } from '../line/command.ts';

export const mcpCommand = defineCommand({
  details:
    'A server of the Model Context Protocol on standard input and output, to be started by an agent and not by a person; it ends when the agent is gone. Its tools answer from the archive, ' +
    'redacted and bounded, and name its age; three of them record failures and fixes. It never ingests: `stemma watch` or a hook keeps the archive fresh. docs/mcp.md lists the tools and how to add it to an agent.',
  positionals: [],
  flags: {},
  examples: [
    { line: 'stemma mcp', says: 'as the command of an MCP server in the settings of an agent' },
    { line: 'stemma mcp --demo', says: 'with the built-in story' },
  ],
  async run(run) {
    const { app, settings } = run;
    if (!app.serveMcp)
      throw new StemmaError('bad-argument', 'stemma mcp needs standard input and output.', {
        hint: 'Let an agent start `stemma mcp`; see docs/mcp.md.',
      });
    keepHeapTight();
    // The demo is read when it is first asked about; and an archive that cannot be opened is better told now, to
    // whoever set this up.
    await (await run.openArchive())[Symbol.asyncDispose]();
    const { archive, base, workspace, embedding } = settings;
    await app.serveMcp({ archive, base, workspace, embedding, say: run.say });
  },
});
