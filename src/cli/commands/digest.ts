import { findSession } from '../../ask/find/find-session.ts';
import { keepHeapTight } from '../../platform/keep-heap-small.ts';
import { defineCommand } from '../line/command.ts';
import { sessionArgument } from './shared.ts';

export const digestCommand = defineCommand({
  name: 'digest',
  summary: 'Sum up a session: how it ended, what was done, what is open',
  details:
    'A digest is kept of every session for good, also when its bytes are let go (`stemma evict`): outcome, cost, files, commands and how they ' +
    'ended, decisions, errors, skills, sub-agents, and what was left open. It is made by rules and never by a model; each line names the step it comes from. ' +
    'The outcome is success, failed, abandoned or unknown, with the reason in a sentence; without evidence it is unknown.',
  positionals: [sessionArgument],
  flags: {},
  examples: [
    { line: 'stemma digest', says: 'the newest session' },
    { line: 'stemma digest claude:3f2a', says: 'any other' },
    { line: 'stemma digest codex:0199 --json', says: 'for a program' },
  ],
  async run(run, { args }) {
    // Loaded when it is needed: help names every command.
    const { digest } = await import('../../ask/digest/digest.ts');
    const { renderDigest } = await import('../render/history/digest.ts');
    // A session may have a million events, and none of them is needed for long.
    keepHeapTight();
    await using store = await run.openArchive();
    const answer = await digest(store.read, await findSession(store.read, args[0]), { now: run.now });
    await run.answer(answer, () => renderDigest(answer, run));
  },
});
