import { findSession } from '../../ask/find/find-session.ts';
import { errorKinds } from '../../model/words.ts';
import { defineCommand } from '../line/command.ts';
import { failureFilter } from '../settings/failure-filter.ts';
import { afterFlag, agentFlag, limitFlag, repoFlag, sinceFlag } from './shared.ts';

export const unresolvedCommand = defineCommand({
  name: 'unresolved',
  summary: 'List what failed and was not solved, newest first',
  details:
    'Failures that are open, or that were given up and need review, with what was tried. Where the same failure was resolved at another time or place it says so. ' +
    'What somebody did something about without looking again is not among them.',
  positionals: [],
  flags: {
    agent: agentFlag,
    repo: repoFlag,
    session: { type: 'text', placeholder: 'SESSION', summary: 'Only in this session' },
    kind: { type: 'choice', placeholder: 'KIND', choices: errorKinds, summary: 'Only of this kind (real)' },
    since: sinceFlag,
    after: afterFlag,
    limit: limitFlag('At most this many failures (20; 200 with --json)'),
  },
  examples: [
    { line: 'stemma unresolved', says: 'everywhere' },
    { line: 'stemma unresolved --repo shop --since 7d', says: 'of the last week, in one repository' },
    { line: 'stemma unresolved --json', says: 'for a program' },
  ],
  async run(run, { flags }) {
    const { unresolved } = await import('../../ask/unresolved/unresolved.ts');
    const { renderUnresolved } = await import('../render/failures/unresolved.ts');
    await using store = await run.openArchive();
    const answer = await unresolved(store.read, {
      limit: flags.limit ?? (run.settings.json ? 200 : 20),
      after: flags.after ?? 0,
      ...(await failureFilter(run, flags)),
      ...(flags.session ? { session: (await findSession(store.read, flags.session)).uid } : {}),
    });
    await run.answer(answer, () => renderUnresolved(answer, run));
  },
});
