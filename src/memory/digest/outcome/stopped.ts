import type { DigestOutcome } from '../../../model/digest.ts';
import type { Event } from '../../../model/event.ts';
import { verdictOf } from '../verdict.ts';
import { thanked } from './done.ts';
import { quoted, unknown } from './reason.ts';
import type { SessionEnd } from './session-end.ts';

/** Its agent or its model failed, and nothing came after that. */
export function afterProgramFailure({ summary, id }: Event): DigestOutcome {
  return somebodyStopped.test(summary)
    ? { what: 'abandoned', reason: `It was stopped: ${quoted(summary)}`, step: id }
    : { what: 'failed', reason: `The agent's program failed: ${quoted(withoutData(summary))}`, step: id };
}

/** The user stopped it and did not continue. */
export function interrupted({ type, summary, id }: Event, { progress }: SessionEnd): DigestOutcome {
  const { call, request, doneBefore } = progress;
  // Claude Code stops so, too, when a plan is taken over into a new session.
  if (call?.act === 'plan' && call.failed && call.seq > (request.prompt?.seq ?? 0))
    return doneBefore > 0
      ? { what: 'abandoned', reason: 'The last plan was not approved here', step: call.id }
      : unknown('It ends with a plan; the work is in another session', call.id);
  const reason =
    type === 'interrupt'
      ? 'The user stopped it and did not continue'
      : `The user stepped in and did not continue: ${quoted(summary)}`;
  return { what: 'abandoned', reason, step: id };
}

/** The last prompt got no answer: it may not have needed one. */
export function afterPrompt(prompt: Event, { progress }: SessionEnd): DigestOutcome {
  const verdict = progress.hasBegun() ? verdictOf(prompt.summary) : undefined;
  if (verdict === 'content') return thanked(prompt);
  if (verdict === 'discontent')
    return {
      what: 'failed',
      reason: `The user's last message complains: "${quoted(prompt.summary)}"`,
      step: prompt.id,
    };
  return { what: 'abandoned', reason: `The last prompt has no answer: "${quoted(prompt.summary)}"`, step: prompt.id };
}

/** What a failure says before the data it shows. */
function withoutData(text: string): string {
  return text.replace(/[\s:]*(?:b')?\{.*$/s, '') || text;
}

const somebodyStopped = /\b(?:abort|cancel|interrupt)/i;
