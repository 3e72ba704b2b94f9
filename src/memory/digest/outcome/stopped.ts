import type { DigestOutcome } from '../../../model/digest.ts';
import type { Event } from '../../../model/event.ts';
import { verdictOf } from '../verdict.ts';
import { thanked } from './done.ts';
import { quoted, unknown } from './reason.ts';
import type { SessionEnd } from './session-end.ts';

/** Its agent or its model failed, and nothing came after that. */
export function afterProgramFailure({ summary, id }: Event): DigestOutcome {
  return somebodyStopped.test(summary)
    ? { what: 'abandoned', reason: `Stopped: ${quoted(summary)}`, step: id }
    : { what: 'failed', reason: `Ended with a failure: ${quoted(summary)}`, step: id };
}

/** The user stopped it and did not continue. */
export function interrupted({ type, summary, id }: Event, { progress }: SessionEnd): DigestOutcome {
  const { call, request, doneBefore } = progress;
  // Claude Code stops so, too, when a plan is taken over into a new session.
  if (call?.act === 'plan' && call.failed && call.seq > (request.prompt?.seq ?? 0))
    return doneBefore > 0
      ? { what: 'abandoned', reason: 'The last plan was not approved here.', step: call.id }
      : unknown('Ends with a plan; the work is in another session.', call.id);
  const reason =
    type === 'interrupt'
      ? 'The user stopped it and did not continue.'
      : `The user intervened and did not continue: ${quoted(summary)}`;
  return { what: 'abandoned', reason, step: id };
}

/** The last prompt got no answer: it may not have needed one. */
export function afterPrompt(prompt: Event, { progress }: SessionEnd): DigestOutcome {
  const verdict = progress.hasBegun() ? verdictOf(prompt.summary) : undefined;
  if (verdict === 'content') return thanked(prompt);
  if (verdict === 'discontent')
    return {
      what: 'failed',
      reason: `The user's last message says it was wrong: ${quoted(prompt.summary)}`,
      step: prompt.id,
    };
  return { what: 'abandoned', reason: `The last prompt has no answer: ${quoted(prompt.summary)}`, step: prompt.id };
}

const somebodyStopped = /\b(?:abort|cancel|interrupt)/i;
