import { findSession } from '../find/load-find.ts';
import { after, limit, sessionName } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const fileHistory = defineQuestion({
  name: 'fileHistory',
  summary: 'Show every change of a file, and the sessions that made it',
  details:
    'Changes are diffs, in order. With a session, its changes and those of its sub-agents. Line numbers are those the ' +
    'agent recorded or those that follow from what it read and wrote before; where neither is known, the answer says ' +
    'so. The sessions are found by the name of the file.',
  input: {
    path: { type: 'text', required: true, summary: 'A file, from the folder of the session or from this one' },
    session: { ...sessionName, summary: 'Only the changes of this session and its sub-agents' },
    limit: limit(50, 500, 'changes'),
    after,
  },
  positionals: ['path'],
  output: 'FileHistoryAnswer',
  http: { path: '/api/file-history', isLong: true },
  async run({ read, sources, raw, folder }, { path, session: name, ...options }) {
    const { fileHistory: follow } = await import('./history.ts');
    const session = name === undefined ? null : await findSession(read, name);
    return follow(read, path, session, { ...options, sources: await sources(), raw, folder });
  },
});
