import type { DigestOutcome } from '../../../model/digest.ts';
import type { Outcome } from '../../../model/words.ts';
import { answered } from './answered.ts';
import { midway } from './midway.ts';
import { count, unknown, withoutDot } from './reason.ts';
import type { SessionEnd } from './session-end.ts';
import { afterPrompt, afterProgramFailure, interrupted } from './stopped.ts';

export interface FoundOutcome extends DigestOutcome {
  /** False while the session is running. */
  readonly isOver: boolean;
}

/**
 * How a session ended, from the evidence in it: what was asked last and what became of it, which checks still fail,
 * what was delivered, what the agent and the person stated. Only what a rule can point at counts; a session without any
 * is `unknown`. docs/digests.md has the rules.
 */
export function findOutcome(end: SessionEnd): FoundOutcome {
  const { progress, facts } = end;
  const found = { ...byLastEvent(end), isOver: true };
  if (facts.recordedOutcome !== 'unknown' && facts.recordedOutcome === found.what) return found;
  if (facts.recordedOutcome !== 'unknown')
    return {
      isOver: true,
      what: facts.recordedOutcome,
      reason: `Recorded by the agent: ${outcomeText[facts.recordedOutcome]}.`,
      step: found.what === 'unknown' ? null : found.step,
    };
  if (facts.mayGoOn && progress.awaitsAgent() && !facts.returned)
    return { ...found, what: 'unknown', reason: 'It is running.', isOver: false };
  if (found.what === 'abandoned' && facts.goesOn && progress.last?.is !== 'interrupt')
    return { ...found, what: 'unknown', reason: 'Another session continues this one.' };
  return withEarlierRequests(found, end);
}

function byLastEvent(end: SessionEnd): DigestOutcome {
  const { last, command } = end.progress;
  if (last === undefined) return unknown(command ? 'Only commands of the program.' : 'It has no events.');
  switch (last.is) {
    case 'failure':
      return afterProgramFailure(last.event);
    case 'interrupt':
      return interrupted(last.event, end);
    case 'prompt':
      return afterPrompt(last.event, end);
    case 'call':
    case 'result':
      return midway(last.event, end);
    case 'message':
      return answered(last.event, end);
  }
}

/** What was asked before, and done, stays done when the last request was not. */
function withEarlierRequests(found: FoundOutcome, { progress }: SessionEnd): FoundOutcome {
  const { doneBefore, calls } = progress;
  const isShort = found.what === 'abandoned' || found.what === 'failed';
  if (!isShort || doneBefore === 0 || calls === 0) return found;
  const earlier = `${count(doneBefore, 'earlier request')} ${doneBefore === 1 ? 'was' : 'were'} done.`;
  return { ...found, what: 'partial', reason: `${withoutDot(found.reason)}; ${earlier}` };
}

const outcomeText: Readonly<Record<Outcome, string>> = {
  success: 'done',
  partial: 'partly done',
  failed: 'failed',
  abandoned: 'cancelled',
  unknown: '',
};
