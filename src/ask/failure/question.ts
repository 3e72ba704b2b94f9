import { eventNamed } from '../find/load-find.ts';
import { eventSession } from '../question/fields.ts';
import { defineQuestion } from '../question/question.ts';

export const failure = defineQuestion({
  name: 'failure',
  summary: 'Follow a failure from its root to what it broke, or rank them',
  details:
    'Of a failing call, or its result: how it ended, the chain of causes from it back through the likely ' +
    'culprit to its root, what was done about it, and what it broke next. Of a step that did not fail: the ' +
    'nearest failure it led to. Of a session: its decisive failures. First come those that were open at the end, ' +
    'then those that were worked on and never checked again, then those that took most calls, time and attempts, ' +
    'then those that led to most; denied calls come last. Failures with the same fingerprint are one; cancelled ' +
    'calls and searches that found nothing are counted with the failure that led to them.',
  input: {
    name: {
      type: 'text',
      max: 1_000,
      aliases: ['event'],
      summary: 'An event or a session; the newest session when absent',
    },
    session: { ...eventSession, summary: 'The session itself, or where to look for the event' },
    limit: {
      type: 'integer',
      min: 1,
      remoteMax: 200,
      placeholder: 'N',
      summary: 'At most this many entries of each list',
    },
  },
  positionals: ['name'],
  output: 'FailureAnswer',
  http: [
    { path: '/api/sessions/:session/failure', isLong: true },
    { path: '/api/events/:name/failure', isLong: true },
  ],
  async run({ read }, { name, session, ...options }) {
    const { failure: follow } = await import('./failure.ts');
    const { findSubject } = await import('./subject.ts');
    const isEvent = name !== undefined && session !== undefined;
    return follow(
      read,
      isEvent ? { event: await eventNamed(read, name, session) } : await findSubject(read, name ?? session),
      options,
    );
  },
});
