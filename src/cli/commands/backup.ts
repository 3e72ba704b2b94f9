import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineCommand } from '../line/command.ts';
import { bytes } from '../text/amount.ts';

export const backupCommand = defineCommand({
  details:
    'Whole also while something is written to the archive. To go back to it, put the file in the place of the archive (`stemma doctor` says where that is).',
  positionals: [{ name: 'file', summary: 'Where to write the copy; must not exist' }],
  flags: {},
  examples: [{ line: 'stemma backup ~/stemma-2026-01-31.db', says: 'one file, readable by you alone' }],
  async run(run, { args }) {
    await using store = await run.openArchive();
    const path = resolve(args[0]!);
    await store.read.backup(path);
    const size = statSync(path).size;
    await run.answer({ path, bytes: size }, () => `${path}\n${bytes(size)}\n`);
  },
});
