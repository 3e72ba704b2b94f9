import type { DigestOutcome } from '../../../model/digest.ts';
import type { Event } from '../../../model/event.ts';
import { isLook, statement } from '../request.ts';
import { isGreeting, isQuestion, verdictOf, wantsAnswer } from '../verdict.ts';
import { byChecks } from './checks.ts';
import { done, thanked } from './done.ts';
import { leftOver } from './left-over.ts';
import { quoted, unknown } from './reason.ts';
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
      reason: `It ends with a call written as text: ${quoted(raw)}`,
      step: answer.id,
    };
  if (request.edits === 0 && !request.delivered) {
    const declined = statement(answer, 'declines');
    if (declined !== undefined)
      return {
        what: 'failed',
        reason: `Its last answer says that it could not: "${quoted(declined, 11)}"`,
        step: answer.id,
      };
    const intended = statement(answer, 'intends');
    if (intended !== undefined)
      return { what: 'abandoned', reason: `It ends with a next step: "${quoted(intended, 12)}"`, step: answer.id };
  }
  return calls === 0 ? talked(answer, end) : worked(answer, end);
}

/** Only messages: a question that was answered is done; an error that was reported may be there still. */
function talked(answer: Event, { progress, facts }: SessionEnd): DigestOutcome {
  const { prompt } = progress.request;
  if (facts.isSubagent && facts.returned)
    return { what: 'success', reason: 'It returned an answer to its caller', step: answer.id };
  if (prompt === undefined || isGreeting(prompt.summary)) return unknown('There is only a greeting', answer.id);
  if (statement(answer, 'needs') !== undefined && !isQuestion(prompt.summary))
    return unknown('It asked what was meant, and got no reply', answer.id);
  const { reports, count, isSameErrorAgain } = progress.prompts;
  const reportsError = statement(prompt, 'reports') !== undefined;
  if (reports > 1 && (reports * 2 >= count || (reportsError && isSameErrorAgain)))
    return {
      what: 'failed',
      reason: `The user came with errors ${reports} times; nothing shows that an answer helped`,
      step: prompt.id,
    };
  if (reportsError) return unknown('The user reported an error; nothing shows whether the answer helped', answer.id);
  return { what: 'success', reason: `The prompt was answered: "${quoted(prompt.summary, 12)}"`, step: answer.id };
}

/** Calls were made: evidence against success wins, and the reason names both. */
function worked(answer: Event, end: SessionEnd): DigestOutcome {
  const lost = thrownAway(end);
  if (lost) return lost;
  const checked = byChecks(end, answer);
  if (checked && checked.what !== 'success') return checked;
  const good = done(answer, checked, end);
  const left = leftOver(answer, end);
  if (left) return { what: 'partial', reason: `${good.brief}, but ${left.reason}`, step: left.step };
  return onlyEditFailed(end) ?? lastCallFailed(end) ?? askedBack(answer, end) ?? good;
}

/** What it wanted to write was refused or failed, whatever the answer says, and no check passed without it. */
function onlyEditFailed({ progress }: SessionEnd): DigestOutcome | undefined {
  const { failedEdit, edits, prompt } = progress.request;
  if (!failedEdit || edits > 0 || isQuestion(prompt?.summary ?? '')) return undefined;
  if ((progress.passed?.seq ?? 0) > failedEdit.seq) return undefined;
  return {
    what: 'failed',
    reason: `Nothing was edited, because this failed: ${quoted(failedEdit.summary)}`,
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
    reason: `The last call failed, and nothing followed: ${quoted(call.summary)}`,
    step: call.id,
  };
}

/** It asks back instead of doing what it was asked for. */
function askedBack(answer: Event, { progress }: SessionEnd): DigestOutcome | undefined {
  const question = progress.request.askedBack();
  return question === undefined
    ? undefined
    : { what: 'abandoned', reason: `It asked back and got no reply: "${quoted(question)}"`, step: answer.id };
}

/** Of longer prompts only the beginning is known here: they may have asked for data. */
const wholePrompt = 150;
