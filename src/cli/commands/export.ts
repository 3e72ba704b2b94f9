import { exportFormats, exportSession } from '../../ask/export.ts';
import { findSession } from '../../ask/find-session.ts';
import { defineCommand } from '../command.ts';
import { sessionArgument } from './shared.ts';
import { openNewFile } from '../new-file.ts';

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Write a session out for other programs, redacted',
  details:
    'json is one object, jsonl one record a line, causetrace one ToolEvent a line. Everything is there: content, causes, and the file and ' +
    "line each event came from. For the agent's own files use `stemma restore`.",
  positionals: [sessionArgument],
  flags: {
    format: { type: 'text', value: 'FORMAT', summary: 'How to write it (json)', choices: exportFormats },
    out: { type: 'text', value: 'FILE', summary: 'Write here instead of stdout; must not exist' },
  },
  examples: [
    { line: 'stemma export claude:3f2a > session.json', says: 'one JSON object' },
    { line: 'stemma export --format jsonl | grep tool_call', says: 'the newest session, line by line' },
    { line: 'stemma export claude:3f2a --format causetrace --out trace.jsonl', says: 'for causetrace' },
  ],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const session = await findSession(store.read, args[0]);
    const pieces = exportSession(store.read, session, flags.format ?? 'json', { sources: await run.app.sources(), raw: run.settings.raw });
    if (flags.out === undefined) {
      for await (const piece of pieces) await run.print(piece);
      return;
    }
    await using file = await openNewFile(flags.out);
    for await (const piece of pieces) await file.write(piece);
    run.say(`wrote ${flags.out}`);
  },
});
