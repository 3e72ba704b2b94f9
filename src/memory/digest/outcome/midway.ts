import type { DigestOutcome } from '../../../model/digest.ts';
import type { Event } from '../../../model/event.ts';
import { notApplied } from '../progress.ts';
import { statement } from '../request.ts';
import { byChecks } from './checks.ts';
import { delivered } from './done.ts';
import { count, quoted, unknown } from './reason.ts';
import { isFailure, nameOf, type SessionEnd } from './session-end.ts';
import { thrownAway } from './thrown-away.ts';

/**
 * It ends with a call or its result. Programs without messages always end so, and a sub-agent's last message may be
 * recorded by its caller only.
 */
export function midway(last: Event, end: SessionEnd): DigestOutcome {
  const { progress, facts } = end;
  const { call, calls, request, delivery, edit } = progress;
  const step = call?.id ?? last.id;
  const lost = thrownAway(end);
  if (lost) return lost;
  if (notApplied.test(last.summary))
    return { what: 'failed', reason: `The last edit was not applied: ${quoted(last.summary)}`, step };
  if (facts.isSubagent && facts.returned)
    return (
      byChecks(end) ?? { what: 'success', reason: `It returned to its caller after ${count(calls, 'call')}`, step }
    );
  const open = progress.isTalk ? progress.unanswered().at(-1) : undefined;
  // What a program does by itself, as Aider its commits, is recorded without a result.
  const isDelivered = request.delivered && (delivery !== open || delivery?.role === 'system');
  if (isDelivered && delivery!.seq > (edit?.seq ?? 0)) return deliveredMidway(delivery!, end);
  if (!progress.isTalk) return ofProgram(end);
  if (open !== undefined)
    return {
      what: 'abandoned',
      reason: `It ends in the middle: ${quoted(open.summary, 6)} has no result`,
      step: open.id,
    };
  return claimedDone(end) ?? appliedLast(end, step) ?? checkedLast(end) ?? brokenOff(last, end, step);
}

/** Delivered, and then a call that was begun has no result: more was to come. */
function deliveredMidway(delivery: Event, end: SessionEnd): DigestOutcome {
  const good = delivered(delivery, end);
  const begun = end.progress.unanswered().findLast(({ seq }) => seq > delivery.seq);
  if (begun === undefined) return good;
  return { what: 'partial', reason: `${good.brief}, but ${quoted(begun.summary, 6)} has no result`, step: begun.id };
}

/** A program that never writes a message is judged by what it ran. */
function ofProgram(end: SessionEnd): DigestOutcome {
  const { call } = end.progress;
  const checked = byChecks(end);
  if (checked) return checked;
  return call !== undefined && isFailure(end, call)
    ? { what: 'failed', reason: `The last call failed: ${quoted(call.summary)}`, step: call.id }
    : unknown('It ends without a message, and nothing was checked');
}

function claimedDone({ progress }: SessionEnd): DigestOutcome | undefined {
  const { message, edit, edits } = progress;
  if (!message || edits === 0 || message.seq < (edit?.seq ?? 0)) return undefined;
  if (!claimsDone.test(message.summary) || statement(message, 'intends') !== undefined) return undefined;
  return {
    what: 'success',
    reason: `Its last message says that it is done: "${quoted(message.summary)}"`,
    step: message.id,
  };
}

/** Aider writes its answer first and applies it then. */
function appliedLast(end: SessionEnd, step: Event['id']): DigestOutcome | undefined {
  const { applied, edits } = end.progress.request;
  if (!applied || edits === 0 || statement(applied, 'intends') !== undefined) return undefined;
  const checked = byChecks(end);
  if (checked) return checked;
  return { what: 'success', reason: `It made ${count(edits, 'edit')} as announced; nothing was checked`, step };
}

/** It passed its last check and ends there: nobody said that this was all. */
function checkedLast(end: SessionEnd): DigestOutcome | undefined {
  const { check, call, request } = end.progress;
  if (check !== call || request.edits === 0 || check?.failed !== false) return undefined;
  return {
    what: 'partial',
    reason: `The last check passed (${nameOf(check)}), but it ends without an answer`,
    step: check.id,
  };
}

function brokenOff(last: Event, { progress, facts }: SessionEnd, step: Event['id']): DigestOutcome {
  const words = quoted(progress.call?.summary ?? last.summary, 6);
  const reason = facts.isSubagent
    ? `It did not return to its caller; its last call was ${words}`
    : `It ends in the middle, after ${words}`;
  return { what: 'abandoned', reason, step };
}

const claimsDone =
  /^(?:perfect|excellent|great|done|success|✅|🎉|all (?:done|tests))|\b(?:is|are) (?:now )?(?:complete|done|working|ready)\b|\bsuccessfully\b/i;
