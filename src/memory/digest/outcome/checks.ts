import type { DigestOutcome } from '../../../model/digest.ts';
import type { Event } from '../../../model/event.ts';
import { statement } from '../request.ts';
import { wantsAnswer, wantsRepair } from '../verdict.ts';
import { count } from './reason.ts';
import { isFailure, nameOf, stillFails, type SessionEnd } from './session-end.ts';

/** What the last check shows about the last edit; undefined when it shows nothing. */
export function byChecks(end: SessionEnd, answer?: Event): DigestOutcome | undefined {
  const { check, edit, passed, delivery } = end.progress;
  if (!check) return undefined;
  const isAfterEdit = check.seq > (edit?.seq ?? 0);
  if (!isFailure(end, check)) return isAfterEdit ? hasPassed(check, end) : undefined;
  const failure = end.failures.get(check.id);
  if (failure && couldNotRun.test(failure.message) && passed && passed.seq > (edit?.seq ?? 0))
    return {
      what: 'success',
      reason: `${nameOf(passed)} passed after the last edit; ${nameOf(check)} could not run here`,
      step: passed.id,
    };
  // Delivered all the same: whoever did so, and the hooks of the repository, did not mind.
  if (delivery && delivery.seq > check.seq) return undefined;
  if (answer && statement(answer, 'excuses') !== undefined) return undefined;
  if (!isAfterEdit)
    return {
      what: 'partial',
      reason: `A check failed and was not repeated after the last edit: ${nameOf(check)}`,
      step: check.id,
    };
  return hasFailed(check, end, answer);
}

function hasPassed(check: Event, { progress }: SessionEnd): DigestOutcome {
  const when = progress.edit ? ' after the last edit' : '';
  return { what: 'success', reason: `The last check passed${when}: ${nameOf(check)}`, step: check.id };
}

/** The check failed after the last edit: nothing is done if it was to be repaired, else only this is left. */
function hasFailed(check: Event, end: SessionEnd, answer: Event | undefined): DigestOutcome | undefined {
  const { edits, objections, request } = end.progress;
  const { prompt } = request;
  const wasToBeRepaired = prompt !== undefined && (objections > 0 || wantsRepair(prompt.summary));
  if (edits > 0 && !wasToBeRepaired)
    return {
      what: 'partial',
      reason: `${count(edits, 'edit')} ${edits === 1 ? 'was' : 'were'} made, but ${stillFails(end, check)}`,
      step: check.id,
    };
  const isTheAnswer = answer && prompt && check.seq > prompt.seq && request.edits === 0 && wantsAnswer(prompt.summary);
  return isTheAnswer ? undefined : { what: 'failed', reason: stillFails(end, check), step: check.id };
}

/** The check was not there, or its surroundings were not: it says nothing about the work. */
const couldNotRun =
  /\b(?:ENOTFOUND|ECONNREFUSED|EAI_AGAIN|getaddrinfo|command not found|not recognized as|permission denied|operation not permitted|EPERM|EACCES|SIGABRT|SIGKILL|missing script|no tests? (?:found|ran)|network is unreachable)\b/i;
