import { resolve } from 'node:path';
import { findSession } from '../../ask/find/find-session.ts';
import { restore } from '../../ingest/archive/restore.ts';
import { redact } from '../../platform/redact.ts';
import { defineCommand } from '../line/command.ts';
import { bytes, plural } from '../text/amount.ts';
import { safeText } from '../text/safe-text.ts';
import { session as sessionQuestion } from '../../ask/sessions/session-question.ts';
import { positionalsOf } from '../question-command.ts';

const inlineNote =
  'This sub-agent wrote into the file of the session that started it; that file was restored, whole.\n';
const sharedNote = 'This session is in one file with others; that file was restored, whole.\n';

export const restoreCommand = defineCommand({
  details:
    'Also after the agent deleted them. The files of its sub-agents and what else belongs to it come along, in the layout they had; a sub-agent without a file of its own comes back with that of the session that started it. Nothing is written over.',
  positionals: positionalsOf(sessionQuestion),
  flags: {
    to: { type: 'text', placeholder: 'DIR', summary: 'Write below this folder (./restored)' },
    version: {
      type: 'integer',
      min: 0,
      placeholder: 'N',
      summary: 'An older version of files that were rewritten; 0 is the first (default: the last)',
    },
    only: { type: 'flag', summary: 'Without its sub-agents' },
  },
  examples: [
    { line: 'stemma restore claude:3f2a --to /tmp/back', says: 'its transcript and those of its sub-agents' },
    { line: 'stemma restore claude:3f2a --version 0', says: 'as it was before it was rewritten' },
  ],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const session = await findSession(store.read, args[0]);
    const answer = await restore({
      sources: await run.app.sources(),
      store,
      session,
      to: resolve(flags.to ?? 'restored'),
      ...(flags.version === undefined ? {} : { version: flags.version }),
      only: flags.only,
    });
    const isInline = (await store.read.filesOf(session.uid)).length === 0;
    // A restored file keeps its name; only the output is redacted.
    const files = run.settings.raw ? answer.files : answer.files.map((file) => ({ ...file, path: redact(file.path) }));
    const damaged = files.flatMap((file) => file.damaged ?? []);
    await run.answer({ session: session.uid, inside_caller: isInline, ...answer, files }, () => {
      const size = files.reduce((sum, file) => sum + file.bytes, 0);
      const exact = answer.exact ? 'byte for byte' : 'not whole: blocks of the archive are damaged';
      return `${files.map(({ path }) => `${safeText(path)}\n`).join('')}${plural(files.length, 'file')}, ${bytes(size)}, ${exact}\n${isInline ? (session.parent?.relation === 'subagent' ? inlineNote : sharedNote) : ''}`;
    });
    for (const each of damaged) run.say(safeText(each));
    return damaged.length > 0 ? 1 : 0;
  },
});
