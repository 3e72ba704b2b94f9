import { keepHeapTight } from '../../platform/keep-heap-small.ts';
import { defineCommand } from '../line/command.ts';
import { limitFlag } from './shared.ts';
import { namedEvent, contextOf } from './walk.ts';

export const failureCommand = defineCommand({
  name: 'failure',
  summary: 'Tell a failure from its root to what it broke, or rank them',
  details:
    'Of a failing call, or its result: how it ended, the chain of causes from it back through the likeliest culprit to where it began, what ' +
    'was done about it, and what it broke next. Of a step that did not fail: the nearest failure it led to. Of a session: its decisive ' +
    'failures. First come those that were not solved at the end (a check that nobody saw pass again, or what the session ended with), then ' +
    'what was worked on and never looked at again, then what took most calls, time and attempts, then what led to most; refusals come last. What failed ' +
    'with the same fingerprint is one; calls that were only called off, and answers of "nothing found", are told with the failure that led to them.',
  positionals: [
    {
      name: 'session',
      summary: 'Session or event, by id or the beginning of one; the newest session when absent',
      optional: true,
    },
    { name: 'event', summary: 'Event of that session: id, tool-call id, or the beginning of one', optional: true },
  ],
  flags: { limit: limitFlag('At most this many failures of a session (5), or steps an event broke (20)') },
  examples: [
    { line: 'stemma failure', says: 'what mattered in the newest session' },
    { line: 'stemma failure claude:3f2a --limit 20', says: 'more of one session' },
    { line: 'stemma failure ev_7k3m9qa', says: 'one failure, from its root to what it broke' },
    { line: 'stemma failure toolu_01Ab --json', says: "by the agent's own id, for a program" },
  ],
  async run(run, { args, flags: { limit } }) {
    // A session may have a million events.
    keepHeapTight();
    // Loaded when it is needed: help names every command.
    const { failure } = await import('../../ask/failure/failure.ts');
    const { findSubject } = await import('../../ask/failure/subject.ts');
    const { renderFailure } = await import('../render/failures/failure.ts');
    await using store = await run.openArchive();
    const about =
      args[1] === undefined ? await findSubject(store.read, args[0]) : { event: await namedEvent(store.read, args) };
    const answer = await failure(store.read, about, limit === undefined ? {} : { limit });
    const context = 'event' in about ? await contextOf(store.read, about.event, run) : run;
    await run.answer(answer, () => renderFailure(answer, context));
  },
});
