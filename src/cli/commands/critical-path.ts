import { criticalPath } from '../../ask/critical-path/critical-path.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { defineCommand } from '../line/command.ts';
import { renderCriticalPath } from '../render/causes/critical-path.ts';
import { limitFlag, sessionArgument } from './shared.ts';
import { minConfidenceFlag } from './walk.ts';

export const criticalPathCommand = defineCommand({
  name: 'critical-path',
  summary: 'Show the chain of causes that took most of the time',
  details:
    'Of all chains of steps in which each was caused by the one before, the one that took longest: the model until it made each call, and the ' +
    "call until its result. Guesses do not link, and the time between turns is nobody's. With --json all steps are written.",
  positionals: [sessionArgument],
  flags: { 'min-confidence': minConfidenceFlag, limit: limitFlag('Tell at most this many steps, the longest (25)') },
  examples: [
    { line: 'stemma critical-path', says: 'of the newest session' },
    { line: 'stemma critical-path claude:3f2a --json', says: 'with the reasons that link them' },
  ],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const session = await findSession(store.read, args[0]);
    const minConfidence = flags['min-confidence'];
    const answer = await criticalPath(store.read, session, minConfidence === undefined ? {} : { minConfidence });
    await run.answer(answer, () => renderCriticalPath(answer, run, { limit: flags.limit ?? 25 }));
  },
});
