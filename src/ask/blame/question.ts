import { resolve } from 'node:path';
import { defineQuestion } from '../question/question.ts';

export const blame = defineQuestion({
  name: 'blame',
  summary: 'Show which steps wrote a file, a line or a commit',
  details:
    'By what their edits wrote, never by when they were made: a line is only attributed to a step whose own text ' +
    'holds it, and that was not there before. Lines that anybody may have written, such as a closing brace, are ' +
    'attributed with the lines around them or not at all. Files that were moved are followed by their contents. ' +
    'Lines that no recorded session wrote are marked so.',
  input: {
    target: { type: 'text', required: true, summary: 'PATH, PATH:LINE, PATH:FROM-TO, or a commit' },
    folder: {
      type: 'text',
      aliases: ['repo'],
      placeholder: 'DIR',
      summary: 'Where the file or the repository is; this folder when absent',
    },
    at: { type: 'text', placeholder: 'COMMIT', summary: 'The file as it is in this commit' },
    limit: { type: 'integer', min: 1, placeholder: 'N', summary: 'At most this many entries of each list' },
  },
  positionals: ['target'],
  output: 'BlameAnswer',
  async run({ read, sources, raw, folder: here }, { target, folder = '.', ...options }) {
    const { blame: attribute } = await import('./blame.ts');
    return attribute(read, target, { folder: resolve(here, folder), sources: await sources(), raw, ...options });
  },
});
