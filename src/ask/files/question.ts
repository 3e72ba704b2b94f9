import { findSession } from '../find/load-find.ts';
import { after, limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const files = defineQuestion({
  name: 'files',
  summary: 'List the files a session changed: edits, lines, and by whom',
  details:
    'Sub-agents are included. Lines are counted from what each edit replaced and wrote; of files that a program ' +
    'wrote they are not known, and the number is then at least so many.',
  input: {
    session: sessionName,
    limit: limit(100, 1_000, 'files'),
    after,
    skipLines: { type: 'flag', summary: 'Do not count lines: faster for long sessions' },
  },
  positionals: ['session'],
  output: 'FilesAnswer',
  http: { path: '/api/sessions/:session/files', isLong: true },
  async run({ read, sources }, { session: name, ...options }) {
    const { files: list } = await import('./files.ts');
    return list(read, await findSession(read, name), { ...options, sources: await sources() });
  },
});
