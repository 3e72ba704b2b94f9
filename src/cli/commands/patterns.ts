import { errorKinds } from '../../model/words.ts';
import { defineCommand } from '../line/command.ts';
import { failureFilter } from '../settings/failure-filter.ts';
import { agentFlag, limitFlag, repoFlag, sinceFlag } from './shared.ts';

export const patternsCommand = defineCommand({
  name: 'patterns',
  summary: 'Show what fails again and again, and how well fixes work',
  details:
    'Failures of all sessions, repositories and agents, grouped by cause: how often, where and when, how many were solved, what was done about them ' +
    'with how often it worked of how many tries and where the true rate lies 19 times of 20, what was tried again and never helped, and whether it ' +
    'comes more often than it did. What was seen lately comes first. Only what was really wrong is counted, as in `unresolved`, unless --kind asks for another kind.',
  positionals: [],
  flags: {
    agent: agentFlag,
    repo: repoFlag,
    kind: { type: 'choice', placeholder: 'KIND', choices: errorKinds, summary: 'Only of this kind (real)' },
    since: sinceFlag,
    'min-count': { type: 'integer', min: 1, placeholder: 'N', summary: 'Seen at least so often (2)' },
    limit: limitFlag('At most this many patterns (10; 100 with --json)'),
  },
  examples: [
    { line: 'stemma patterns', says: 'what fails most, everywhere' },
    { line: 'stemma patterns --repo shop --since 30d', says: 'in one repository, lately' },
    { line: 'stemma patterns --agent codex --min-count 5 --json', says: 'what Codex runs into, for a program' },
  ],
  async run(run, { flags }) {
    const { patterns } = await import('../../ask/patterns/patterns.ts');
    const { renderPatterns } = await import('../render/failures/patterns.ts');
    await using store = await run.openArchive();
    const answer = await patterns(store.read, {
      now: run.now,
      limit: flags.limit ?? (run.settings.json ? 100 : 10),
      ...(flags['min-count'] === undefined ? {} : { minCount: flags['min-count'] }),
      ...(await failureFilter(run, flags)),
    });
    await run.answer(answer, () => renderPatterns(answer, run));
  },
});
