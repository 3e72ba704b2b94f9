import type { DigestOutcome } from '../../../model/digest.ts';
import type { Outcome } from '../../../model/words.ts';
import { answered } from './answered.ts';
import { midway } from './midway.ts';
import { count, shortened, sentence, unknown } from './reason.ts';
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
  const found = decided(end);
  return { ...found, reason: sentence(found.reason) };
}

function decided(end: SessionEnd): FoundOutcome {
  const { progress, facts } = end;
  const found = { ...byLastEvent(end), isOver: true };
  if (facts.recordedOutcome !== 'unknown') return withEarlierRequests(recorded(facts.recordedOutcome, found), end);
  if (facts.mayGoOn && progress.awaitsAgent() && !facts.returned)
    return { ...found, what: 'unknown', reason: 'It is running', isOver: false };
  const judged = withEarlierRequests(found, end);
  if (judged.what === 'abandoned' && facts.goesOn && progress.last?.is !== 'interrupt')
    return { ...found, what: 'unknown', reason: 'Another session continues this one' };
  return judged;
}

function recorded(what: Exclude<Outcome, 'unknown'>, found: FoundOutcome): FoundOutcome {
  if (what === found.what) return found;
  return {
    isOver: true,
    what,
    reason: `The agent recorded: ${outcomeText[what]}`,
    step: found.what === 'unknown' ? null : found.step,
  };
}

function byLastEvent(end: SessionEnd): DigestOutcome {
  const { last, command } = end.progress;
  if (last === undefined) return unknown(command ? 'There are only commands of the program' : 'It has no events');
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

/**
 * What was asked before, and done, stays done when the last request was not: a failure becomes `partial`. What stops
 * midway is `abandoned` all the same, and says so.
 */
function withEarlierRequests(found: FoundOutcome, { progress }: SessionEnd): FoundOutcome {
  const { doneBefore, editsBefore, calls } = progress;
  const isShort = found.what === 'abandoned' || found.what === 'failed';
  if (!isShort || doneBefore + editsBefore === 0 || calls === 0) return found;
  const earlier =
    doneBefore > 0
      ? `${count(doneBefore, 'earlier request')} ${doneBefore === 1 ? 'was' : 'were'} done`
      : `${count(editsBefore, 'earlier edit')} ${editsBefore === 1 ? 'stands' : 'stand'}`;
  const what = found.what === 'failed' ? 'partial' : found.what;
  return { ...found, what, reason: `${shortened(found.reason)}; ${earlier}` };
}

const outcomeText: Readonly<Record<Exclude<Outcome, 'unknown'>, string>> = {
  success: 'done',
  partial: 'partly done',
  failed: 'failed',
  abandoned: 'cancelled',
};
