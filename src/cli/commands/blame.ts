import { resolve } from 'node:path';
import { defineCommand } from '../line/command.ts';
import { limitFlag } from './shared.ts';

export const blameCommand = defineCommand({
  name: 'blame',
  summary: 'Tell which steps wrote a file, a line or a commit',
  details:
    'By what their edits wrote, never by when they were made: a line is only given to a step whose own text holds it, and that ' +
    'was not there before. Lines that anybody may have written, such as a closing brace, are told with the lines around them or ' +
    'not at all. Files that were moved are followed by what they hold. What no recorded session wrote is said to be so.',
  positionals: [{ name: 'target', summary: 'A file, with :LINE or :FROM-TO for some of its lines; or a commit' }],
  flags: {
    at: { type: 'text', placeholder: 'COMMIT', summary: 'The file as this commit has it, instead of as it is on disk' },
    repo: {
      type: 'text',
      placeholder: 'FOLDER',
      summary: 'Where files and commits are looked for (the current folder)',
    },
    limit: limitFlag('At most this many calls are read to find out (1000)'),
  },
  examples: [
    { line: 'stemma blame src/cart.ts', says: 'who wrote which lines, and what it was asked by' },
    { line: 'stemma blame src/cart.ts:12', says: 'one line, and what stood in its place before' },
    { line: 'stemma blame HEAD', says: 'the sessions behind the last commit' },
    { line: 'stemma blame src/cart.ts --at v1.2', says: 'a file as it was' },
  ],
  async run(run, { args, flags }) {
    // Loaded when it is needed: help names every command.
    const { blame } = await import('../../ask/blame/blame.ts');
    const { renderBlame } = await import('../render/causes/blame.ts');
    await using store = await run.openArchive();
    const answer = await blame(store.read, args[0]!, {
      folder: resolve(flags.repo ?? '.'),
      sources: await run.app.sources(),
      raw: run.settings.raw,
      ...(flags.at !== undefined && { at: flags.at }),
      ...(flags.limit !== undefined && { limit: flags.limit }),
    });
    await run.answer(answer, () => renderBlame(answer, run));
  },
});
