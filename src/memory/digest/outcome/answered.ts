import type { DigestOutcome } from '../../../model/digest.ts';
import type { Event } from '../../../model/event.ts';
import { isLook, statement } from '../request.ts';
import { isGreeting, isQuestion, verdictOf, wantsAnswer } from '../verdict.ts';
import { byChecks } from './checks.ts';
import { done, thanked } from './done.ts';
import { leftOver } from './left-over.ts';
import { quoted, unknown, withoutDot } from './reason.ts';
import { isFailure, type SessionEnd } from './session-end.ts';
import { thrownAway } from './thrown-away.ts';

/** It ends with a message of the agent. */
export function answered(answer: Event, end: SessionEnd): DigestOutcome {
  const { request, calls } = end.progress;
  const { prompt } = request;
  if (prompt && request.calls === 0 && verdictOf(prompt.summary) === 'content' && calls > 0) return thanked(prompt);
  const raw = statement(answer, 'raw');
  if (raw !== undefined && prompt && prompt.summary.length < wholePrompt && !/json/i.test(prompt.summary))
    return {
      what: 'failed',
      reason: `Ends with a call written as text, not with an answer: ${quoted(raw)}`,
      step: answer.id,
    };
  if (request.edits === 0 && !request.delivered) {
    const declined = statement(answer, 'declines');
    if (declined !== undefined)
      return {
        what: 'failed',
        reason: `The last answer says it could not be done: ${quoted(declined)}`,
        step: answer.id,
      };
    const intended = statement(answer, 'intends');
    if (intended !== undefined)
      return { what: 'abandoned', reason: `Ends with what it would do next: ${quoted(intended)}`, step: answer.id };
  }
  return calls === 0 ? talked(answer, end) : worked(answer, end);
}

/** Only messages: a question that was answered is done; an error that was reported may be there still. */
function talked(answer: Event, { progress, facts }: SessionEnd): DigestOutcome {
  const { prompt } = progress.request;
  if (facts.isSubagent && facts.returned)
    return { what: 'success', reason: 'Returned to its caller with an answer.', step: answer.id };
  if (prompt === undefined || isGreeting(prompt.summary)) return unknown('Only a greeting.', answer.id);
  if (progress.reports > 1)
    return {
      what: 'failed',
      reason: `The user came with an error ${progress.reports} times, and nothing shows that an answer helped.`,
      step: prompt.id,
    };
  if (statement(prompt, 'reports') !== undefined)
    return unknown('The user reported an error, and nothing shows whether the answer helped.', answer.id);
  return { what: 'success', reason: `Answered: ${quoted(prompt.summary)}`, step: answer.id };
}

/** Calls were made: evidence against success wins, and the reason names both. */
function worked(answer: Event, end: SessionEnd): DigestOutcome {
  const lost = thrownAway(end);
  if (lost) return lost;
  const checked = byChecks(end, answer);
  if (checked && checked.what !== 'success') return checked;
  const good = done(answer, checked, end);
  const left = leftOver(answer, end);
  if (left) return { what: 'partial', reason: `${withoutDot(good.reason)}, but ${left.reason}`, step: left.step };
  return onlyEditFailed(end) ?? lastCallFailed(end) ?? askedBack(answer, end) ?? good;
}

/** What it wanted to write was refused or failed, whatever the answer says, and no check passed without it. */
function onlyEditFailed({ progress }: SessionEnd): DigestOutcome | undefined {
  const { failedEdit, edits, prompt } = progress.request;
  if (!failedEdit || edits > 0 || isQuestion(prompt?.summary ?? '')) return undefined;
  if ((progress.passed?.seq ?? 0) > failedEdit.seq) return undefined;
  return {
    what: 'failed',
    reason: `Nothing was edited; this failed: ${quoted(failedEdit.summary)}`,
    step: failedEdit.id,
  };
}

/** The last call failed, nothing was edited, nothing followed. */
function lastCallFailed(end: SessionEnd): DigestOutcome | undefined {
  const { call, check, request } = end.progress;
  if (request.calls === 0 || request.edits > 0 || !call || isLook(call) || !isFailure(end, call)) return undefined;
  const prompt = request.prompt?.summary ?? '';
  if (isQuestion(prompt) || (call === check && wantsAnswer(prompt))) return undefined;
  return {
    what: 'failed',
    reason: `The last call failed and was not followed up: ${quoted(call.summary)}`,
    step: call.id,
  };
}

/** It asks back instead of doing what it was asked for. */
function askedBack(answer: Event, { progress }: SessionEnd): DigestOutcome | undefined {
  const question = progress.request.askedBack();
  return question === undefined
    ? undefined
    : { what: 'abandoned', reason: `Asked back and got no reply: ${quoted(question)}`, step: answer.id };
}

/** Of longer prompts only the beginning is known here: they may have asked for data. */
const wholePrompt = 150;
