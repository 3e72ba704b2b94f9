import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import { isCommitOnly } from '../deliveries.ts';
import { statement } from '../request.ts';
import { isObjection, isQuestion, isTask, verdictOf, wantsDelivery, wantsTrial } from '../verdict.ts';
import { quoted } from './reason.ts';
import { stillFails, type SessionEnd } from './session-end.ts';

/** Part of a reason, after "but". */
export interface LeftOver {
  readonly reason: string;
  readonly step: EventId;
}

/** Evidence against success, although the request was answered. */
export function leftOver(answer: Event, end: SessionEnd): LeftOver | undefined {
  return (
    notDelivered(answer, end) ??
    planLeft(end) ??
    statedLeft(answer, end) ??
    stoppedTask(end) ??
    complainedBefore(end) ??
    notTried(answer, end)
  );
}

/**
 * A commit, push or pull request failed and was not repeated with success. A hook may have committed all the same: then
 * the answer says so.
 */
function notDelivered(answer: Event, end: SessionEnd): LeftOver | undefined {
  const { undelivered, delivery, request } = end.progress;
  const { prompt } = request;
  if (!undelivered || !prompt) return undefined;
  if (isCommitOnly(undelivered.marks) && statement(answer, 'committed') !== undefined) return undefined;
  const isOfThisRequest = undelivered.seq > prompt.seq || wantsDelivery(prompt.summary);
  return isOfThisRequest || undelivered.seq > (delivery?.seq ?? 0)
    ? { reason: stillFails(end, undelivered), step: undelivered.id }
    : undefined;
}

/** Many plans are written once and never ticked, and few are ticked to the end. */
function planLeft({ progress, facts: { plan } }: SessionEnd): LeftOver | undefined {
  if (!plan || plan.done === 0 || plan.all - plan.done < 2) return undefined;
  const { request, passed, delivery } = progress;
  const since = Math.max(request.prompt?.seq ?? 0, passed?.seq ?? 0, delivery?.seq ?? 0);
  return plan.seq > since
    ? { reason: `${plan.all - plan.done} of ${plan.all} items of its plan are left`, step: plan.step }
    : undefined;
}

/** The last message states that something is under way, or not done. */
function statedLeft(answer: Event, { progress }: SessionEnd): LeftOver | undefined {
  const { request } = progress;
  const { calls, edits, delivered } = request;
  const waits = calls > 0 ? statement(answer, 'waits') : undefined;
  if (waits !== undefined) return { reason: `something is still under way: "${quoted(waits, 7)}"`, step: answer.id };
  // What does not work may be the answer to a question.
  const hasWorked = edits > 0 || delivered || (request.hasActed && isTask(request.prompt?.summary ?? ''));
  const needs = hasWorked ? statement(answer, 'needs') : undefined;
  if (needs !== undefined) return { reason: `it waits for the user: "${quoted(needs)}"`, step: answer.id };
  const open = hasWorked ? statement(answer, 'open') : undefined;
  if (open !== undefined) return { reason: `its last message says: "${quoted(open)}"`, step: answer.id };
  const intends = statement(answer, 'intends');
  return intends === undefined
    ? undefined
    : { reason: `it ends with a next step: "${quoted(intends, 7)}"`, step: answer.id };
}

/** An earlier task was stopped or refused, and only questions came after it. */
function stoppedTask({ progress }: SessionEnd): LeftOver | undefined {
  const { stoppedTask: prompt, request } = progress;
  if (!prompt || request.hasActed) return undefined;
  return {
    reason: `an earlier request was not done: "${quoted(prompt.summary, 7)}"`,
    step: prompt.id,
  };
}

/**
 * The user had complained, and nothing checked what was done since. After a second time a delivery is no check. A
 * correction was followed when something was edited.
 */
function complainedBefore({ progress }: SessionEnd): LeftOver | undefined {
  const { request, check, edit, objections } = progress;
  const { prompt } = request;
  const isChecked = (check?.seq ?? 0) > Math.max(edit?.seq ?? 0, prompt?.seq ?? 0);
  if (!prompt || isChecked || isQuestion(prompt.summary)) return undefined;
  if (objections > 1)
    return { reason: `the user complained ${objections} times and nothing was checked since`, step: prompt.id };
  const isUnmet = request.edits === 0 ? verdictOf(prompt.summary) === 'discontent' : isObjection(prompt.summary);
  return !request.delivered && isUnmet
    ? { reason: `nothing was checked after the user said: "${quoted(prompt.summary, 6)}"`, step: prompt.id }
    : undefined;
}

/** It was to be tried out, and that is left to the user. */
function notTried(answer: Event, { progress }: SessionEnd): LeftOver | undefined {
  const { prompt } = progress.request;
  const hands = statement(answer, 'hands');
  if (!prompt || hands === undefined || !wantsTrial(prompt.summary)) return undefined;
  return (progress.passed?.seq ?? 0) > prompt.seq
    ? undefined
    : { reason: 'it leaves trying it out to the user', step: answer.id };
}
