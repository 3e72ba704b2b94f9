import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import { statement } from '../request.ts';
import { isQuestion, verdictOf, wantsDelivery } from '../verdict.ts';
import { quoted } from './reason.ts';
import { stillFails, type SessionEnd } from './session-end.ts';

/** Part of a reason, after "but". */
export interface LeftOver {
  readonly reason: string;
  readonly step: EventId;
}

/** Evidence against success, although the request was answered. */
export function leftOver(answer: Event, end: SessionEnd): LeftOver | undefined {
  return notDelivered(end) ?? planLeft(end) ?? statedLeft(answer, end) ?? stoppedTask(end) ?? complainedBefore(end);
}

/** A commit, push or pull request failed and was not repeated with success. */
function notDelivered(end: SessionEnd): LeftOver | undefined {
  const { undelivered, request } = end.progress;
  const { prompt } = request;
  if (!undelivered || !prompt) return undefined;
  return undelivered.seq > prompt.seq || wantsDelivery(prompt.summary)
    ? { reason: stillFails(end, undelivered), step: undelivered.id }
    : undefined;
}

/** Many plans are written once and never ticked, and few are ticked to the end. */
function planLeft({ progress, facts: { plan } }: SessionEnd): LeftOver | undefined {
  if (!plan || plan.done === 0 || plan.all - plan.done < 2) return undefined;
  const { request, passed, delivery } = progress;
  const since = Math.max(request.prompt?.seq ?? 0, passed?.seq ?? 0, delivery?.seq ?? 0);
  return plan.seq > since
    ? { reason: `${plan.all - plan.done} of ${plan.all} items of its plan are left.`, step: plan.step }
    : undefined;
}

/** The last message states that something is under way, or not done. */
function statedLeft(answer: Event, { progress }: SessionEnd): LeftOver | undefined {
  const { calls, edits, delivered } = progress.request;
  const waits = calls > 0 ? statement(answer, 'waits') : undefined;
  if (waits !== undefined) return { reason: `something is still under way: ${quoted(waits)}`, step: answer.id };
  const needs = edits > 0 || delivered ? statement(answer, 'needs') : undefined;
  if (needs !== undefined) return { reason: `it waits for the user: ${quoted(needs)}`, step: answer.id };
  const open = edits > 0 || delivered ? statement(answer, 'open') : undefined;
  if (open !== undefined) return { reason: `the last message says: ${quoted(open)}`, step: answer.id };
  const intends = statement(answer, 'intends');
  return intends === undefined
    ? undefined
    : { reason: `it ends with what it would do next: ${quoted(intends)}`, step: answer.id };
}

/** An earlier task was stopped or refused, and only questions came after it. */
function stoppedTask({ progress }: SessionEnd): LeftOver | undefined {
  const prompt = progress.stoppedTask;
  return (
    prompt && {
      reason: `an earlier request was not done and not taken up again: ${quoted(prompt.summary)}`,
      step: prompt.id,
    }
  );
}

/** The user had complained, and nothing checked what was done since. */
function complainedBefore({ progress }: SessionEnd): LeftOver | undefined {
  const { request, check, edit, objections } = progress;
  const { prompt } = request;
  const isChecked = (check?.seq ?? 0) > Math.max(edit?.seq ?? 0, prompt?.seq ?? 0) || request.delivered;
  if (!prompt || isChecked || isQuestion(prompt.summary)) return undefined;
  if (objections > 1)
    return { reason: `the user complained ${objections} times, and nothing was checked since.`, step: prompt.id };
  return verdictOf(prompt.summary) === 'discontent'
    ? { reason: `the user said before: ${quoted(prompt.summary)}`, step: prompt.id }
    : undefined;
}
