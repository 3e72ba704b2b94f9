import { repoOf } from '../../ingest/find/repo-of.ts';
import type { Occurrence } from '../../memory/advice/advise.ts';
import { failureClassOf } from '../../memory/errors/failures/failure-class.ts';
import { actionOf } from '../../memory/errors/steps/action.ts';
import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import { errorKindOf } from '../../memory/errors/failures/error-kind.ts';
import { marksOf } from '../../memory/errors/marks.ts';
import { sessionUid, type SessionUid } from '../../model/ids.ts';
import { clean } from '../../normalise/text/clean.ts';
import { endingOf } from '../../normalise/failures/ending.ts';
import { createNormaliser } from '../../normalise/normaliser.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';
import { callSignature } from '../../normalise/call-signature.ts';
import { parseCall } from '../../normalise/parse-call.ts';
import { object, text, type JsonObject } from '../../platform/parse-records.ts';
import { draftOf } from '../../sources/reader/draft-of.ts';
import { readShellReport as geminiReport } from '../../sources/gemini/shell-report.ts';
import { hooksOf, tellerOf } from '../../sources/hooks/agents.ts';
import type { Answer, Speaker } from '../../sources/hooks/told.ts';
import { readShellReport as qwenReport } from '../../sources/qwen/shell-report.ts';

/** A call that ended, as somebody tells of it. */
export interface EndedCall extends Pick<Answer, 'tool' | 'input' | 'output' | 'exitCode' | 'status'> {
  readonly session: SessionUid;
  readonly cwd: string | undefined;
  readonly at: number;
}

/** One that a hook told of, and whose log it goes to. */
export interface HeardCall extends EndedCall, Pick<Answer, 'id'> {
  readonly agent: string;
  readonly speaker: Speaker;
}

/** One that went wrong, and not just told that nothing was there or that somebody said no. */
export interface FailedCall {
  readonly session: SessionUid;
  readonly cwd: string | undefined;
  /** Calls with the same one are the same attempt. */
  readonly signature: number;
  readonly occurrence: Occurrence;
}

/** Undefined when the hook told of anything else than the end of a call. */
export function heardCall(heard: string, event: string, payload: JsonObject, at: number): HeardCall | undefined {
  const agent = tellerOf(heard, payload);
  const hooks = hooksOf(agent);
  const told = hooks?.told(event, payload);
  const speaker = hooks?.speaker(payload);
  if (!hooks || !speaker || told?.is !== 'answer') return undefined;
  return {
    ...told.answer,
    ...asWritten(agent, told.answer, payload),
    agent,
    speaker,
    session: sessionUid(hooks.flavor, speaker.native),
    cwd: speaker.cwd,
    at,
  };
}

/**
 * Hooks show the model's view of an answer; the transcripts of some agents are read without what is wrapped around
 * it, or have the tool's own words.
 */
function asWritten(
  agent: string,
  { output }: Answer,
  payload: JsonObject,
): Pick<Answer, 'output' | 'exitCode'> | undefined {
  if (agent === 'qwen') return qwenReport(output);
  if (agent !== 'gemini') return undefined;
  const error = text(object(object(payload['tool_response'])['error'])['message']);
  return error === undefined ? geminiReport(output) : { output: error };
}

/** Read exactly as mining reads it, so that the same failure has the same fingerprint here and in the archive. */
export function failedCall(call: EndedCall): FailedCall | undefined {
  const { session, cwd, tool, input, at } = call;
  const read = normalised(call);
  if (!read.result.failed) return undefined;
  const { made, what, result } = call.status === undefined && call.exitCode === undefined ? asRecorded(call) : read;
  const parsed = parseCall(tool, input);
  const operations = operationsOf(parsed);
  const facts = {
    key: '',
    at,
    tool,
    operations,
    message: null,
    ...endingOf(what, result.failed, result.summary),
  } as const;
  if (errorKindOf(facts, actionOf(facts), failureClassOf(facts.reason, facts.output), []) !== 'real') return undefined;
  return {
    session,
    cwd,
    signature: callSignature(parsed),
    occurrence: {
      fingerprint: fingerprintOf(facts.reason || `${tool} failed`),
      action: made.summary,
      marks: marksOf(operations, cwd).map(clean),
      repo: cwd === undefined ? null : (repoOf(cwd) ?? null),
      at,
    },
  };
}

/**
 * A failure that only the words tell of. The transcript will know its exit code, whose number is no part of a
 * fingerprint, or that it failed; the line that says why is chosen accordingly.
 */
function asRecorded(call: EndedCall): ReturnType<typeof normalised> {
  const isShell = parseCall(call.tool, call.input).programs !== null;
  const coded = isShell ? normalised({ ...call, exitCode: 1 }) : undefined;
  return coded?.result.failed ? coded : normalised({ ...call, status: 'failed' });
}

function normalised({ session, cwd, tool, input, output, exitCode, status, at }: EndedCall) {
  const normaliser = createNormaliser();
  if (cwd !== undefined) normaliser.cwd(session, cwd);
  const made = normaliser.event(draftOf(session, 'call', { is: 'call', tool, input: input ?? {} }, { at }));
  const what = {
    is: 'result',
    call: 'call',
    output,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(status === undefined ? {} : { status }),
  } as const;
  return { made, what, result: normaliser.event(draftOf(session, 'result', what, { at })) };
}
