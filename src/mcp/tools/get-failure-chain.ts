import type { FailureAnswer } from '../../ask/failure/failure.ts';
import { limit } from '../../ask/question/fields.ts';
import { failure } from '../../ask/failure/question.ts';
import type { DecisiveFailure } from '../../ask/failure/failure-of-session.ts';
import { lines, more, short, stepText } from '../text.ts';
import { questionTool } from '../tool.ts';

export const getFailureChainTool = questionTool(failure, {
  name: 'get_failure_chain',
  title: 'A failure, from its root to what it broke',
  description:
    'Explains failures of past sessions. Give the id of a failing call for how it ended, the chain from it back through the likely culprit to where it began, what was tried, what proved it fixed, and what it broke next. ' +
    'Give a session, or nothing for the newest one, for its decisive failures, the most decisive first: those still open at the end, then those never verified, then the most expensive. ' +
    'Use it to find out what really went wrong in a session before you touch the same code. For the same failure in other sessions use `similar_failures`. ' +
    'Comes back: `of` says which it is. Of an event: `target`, `story`, `state`, `chain`, `broke` with `broke_total`, and `led_to` when the step itself did not fail. Of a session: `session`, `failures`, `total`, `kinds`.',
  inputs: { session: null, limit: limit(5, 50, 'failures of a session, or steps a failure broke') },
  shortening: {
    length: (answer: FailureAnswer) => (answer.of === 'event' ? answer.broke.length : answer.failures.length),
    to: (answer, length) =>
      answer.of === 'event'
        ? { ...answer, broke: answer.broke.slice(0, length), truncated: true }
        : { ...answer, failures: answer.failures.slice(0, length), truncated: true },
  },
  text: (answer) => (answer.of === 'event' ? ofEvent(answer) : ofSession(answer)),
});

function ofEvent({
  target,
  story,
  state,
  chain,
  broke,
  broke_total,
  led_to,
}: Extract<FailureAnswer, { readonly of: 'event' }>): string {
  return lines(
    `Asked about ${stepText(target.step)}`,
    target.failure !== null && `It said: ${short(target.failure, 300)}`,
    state !== null && `It is ${state}`,
    led_to !== null && `It did not fail itself; the nearest failure it led to is ${stepText(led_to.step)}`,
    story === null && led_to === null && 'It did not fail, and no failure is known to come of it.',
    chain.length > 0 && 'Back to where it began, nearest first:',
    chain.map((link) => `- ${stepText(link.step)}`),
    story !== null && story.attempts.length > 0 && 'What was tried:',
    (story?.attempts ?? []).slice(0, 8).map(({ step, summary }) => `- ${step} ${short(summary)}`),
    story !== null &&
      story.retried &&
      `Went away on retry, nothing was changed: ${story.fix.map(({ step }) => step).join(', ')}`,
    story !== null &&
      story.fix.length > 0 &&
      !story.retried &&
      `Fix: ${story.fix.map(({ step, summary }) => `${step} ${short(summary)}`).join('; ')}${story.verified ? ' (verified: the same check passed afterwards)' : ''}`,
    broke_total > 0 &&
      `It broke ${broke_total} steps next: ${broke
        .slice(0, 5)
        .map(({ step }) => stepText(step, 80))
        .join('; ')}`,
  );
}

function ofSession({
  session,
  failures,
  total,
  truncated,
}: Extract<FailureAnswer, { readonly of: 'session' }>): string {
  const line = ({ rank, story, times, chain }: DecisiveFailure): string =>
    `${rank}. ${story.id} ${story.kind}${times > 1 ? `, ${times} times` : ''}: ${short(story.message, 200)}; ${story.retried ? 'went away on retry' : story.verified ? 'fixed and verified' : story.fix.length > 0 ? 'fix not verified' : 'no fix known'}${chain.at(-1) ? `; began with ${stepText(chain.at(-1)!.step, 80)}` : ''}`;
  return lines(
    `Failures of ${session.uid} (${short(session.title ?? 'untitled', 80)}): ${total}.`,
    failures.map(line),
    failures.length > 0 && 'Ask again with one of these ids for its whole story.',
    more(truncated, 'give a larger limit.'),
  );
}
