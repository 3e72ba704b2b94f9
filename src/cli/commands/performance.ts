import { findSession } from '../../ask/find/find-session.ts';
import { keepHeapSmall } from '../../platform/keep-heap-small.ts';
import { defineCommand } from '../line/command.ts';
import { limitFlag, sessionArgument } from './shared.ts';

export const performanceCommand = defineCommand({
  name: 'performance',
  summary: 'Tell where the time and the tokens of a session went',
  details:
    'By tool, by act, by model and by sub-agent; the slowest calls; how long it waited for you and for the model against working; what was done again; and how it compares with earlier sessions in the same repository. ' +
    'Every moment counts once: while a call runs, for tools (waiting for permission is in it, nobody writes that down), else for whoever was waited for. What a response used counts for the first call it made. ' +
    'Sub-agents are counted with the session, but for its time and waits.',
  positionals: [sessionArgument],
  flags: { limit: limitFlag('At most this many tools, models and sub-agents (15)') },
  examples: [
    { line: 'stemma performance', says: 'the newest session' },
    { line: 'stemma performance claude:3f2a --limit 50', says: 'one session, with more of each' },
    { line: 'stemma performance latest --json', says: 'for a program' },
  ],
  async run(run, { args, flags: { limit } }) {
    // Loaded when it is needed: help names every command.
    const { performance } = await import('../../ask/performance/performance.ts');
    const { renderPerformance } = await import('../render/history/performance.ts');
    // A session may have a million events, and of each only its numbers are kept.
    keepHeapSmall();
    await using store = await run.openArchive();
    const answer = await performance(
      store.read,
      await findSession(store.read, args[0]),
      limit === undefined ? {} : { limit },
    );
    await run.answer(answer, () => renderPerformance(answer, run));
  },
});
