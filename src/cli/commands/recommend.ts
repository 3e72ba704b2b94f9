import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';
import { repoNamed } from '../settings/repo-named.ts';
import { sourceName } from '../settings/source-name.ts';
import { agentFlag, limitFlag, repoFlag, sinceFlag } from './shared.ts';

export const recommendCommand = defineCommand({
  name: 'recommend',
  summary: 'Find skills that were used for a need like this one',
  details:
    'Compares TEXT with what skills, commands, sub-agents and MCP tools were used for before, by meaning and offline. With --phase those that came to their end in that phase of the work come ' +
    'sooner; --phase-weight says how much that counts: 0 looks at words only, 1 at the phase only. Each skill is shown by the use that fits best, with how often it came to its end of how many times that is known.',
  positionals: [{ name: 'text', summary: 'What is needed, in a few words', many: true }],
  flags: {
    phase: {
      type: 'text',
      placeholder: 'PHASE',
      summary:
        'Where in the work you are: setup, exploration, execution, verification, deployment, or a word of your own',
    },
    'phase-weight': {
      type: 'number',
      min: 0,
      max: 1,
      placeholder: 'W',
      summary: 'How much the phase counts, 0 to 1 (0.3)',
    },
    'min-similarity': {
      type: 'number',
      min: 0,
      max: 1,
      placeholder: 'S',
      summary: 'How alike the need must be, 0 to 1 (0.3)',
    },
    session: { type: 'text', placeholder: 'SESSION', summary: 'Only what was used in this session' },
    agent: agentFlag,
    repo: repoFlag,
    since: sinceFlag,
    limit: limitFlag('At most this many skills (5)'),
  },
  examples: [
    { line: 'stemma recommend "find out why the end-to-end tests fail"', says: 'what was used for that before' },
    { line: 'stemma recommend "look over the changes" --phase verification', says: 'and works in that phase' },
    { line: 'stemma recommend "write release notes" --repo shop --limit 3 --json', says: 'for a program' },
  ],
  async run(run, { args, flags }) {
    const { findSession } = await import('../../ask/find/find-session.ts');
    const { recommend } = await import('../../ask/skills/recommend.ts');
    const { renderRecommended } = await import('../render/skills.ts');
    for (const name of ['phase-weight', 'min-similarity'] as const)
      if ((flags[name] ?? 0) > 1) throw misuse(`--${name} is ${flags[name]}.`, `--${name} takes a number from 0 to 1.`);
    if (flags['phase-weight'] !== undefined && flags.phase === undefined)
      throw misuse('--phase-weight needs --phase.', 'Say where in the work you are: --phase execution.');
    await using store = await run.openArchive();
    const answer = await recommend(store.read, args.join(' '), {
      limit: flags.limit ?? 5,
      ...(flags.phase === undefined ? {} : { workflowPhase: flags.phase }),
      ...(flags['phase-weight'] === undefined ? {} : { phaseWeight: flags['phase-weight'] }),
      ...(flags['min-similarity'] === undefined ? {} : { minSimilarity: flags['min-similarity'] }),
      filter: {
        ...(flags.agent === undefined ? {} : { source: await sourceName(run.app, flags.agent) }),
        ...(flags.repo === undefined ? {} : { repo: repoNamed(flags.repo) }),
        ...(flags.session === undefined ? {} : { session: (await findSession(store.read, flags.session)).uid }),
        ...(flags.since === undefined ? {} : { since: flags.since }),
      },
    });
    await run.answer(answer, () => renderRecommended(answer, run));
  },
});

function misuse(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}
