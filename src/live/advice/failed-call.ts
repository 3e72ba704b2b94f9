import { repoOf } from '../../ingest/repo-of.ts';
import type { Occurrence } from '../../memory/advice/advise.ts';
import { complaintOf } from '../../memory/errors/complaint.ts';
import { deedOf } from '../../memory/errors/deed.ts';
import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import { kindOf } from '../../memory/errors/kind.ts';
import { marksOf } from '../../memory/errors/marks.ts';
import { sessionUid, type SessionUid } from '../../model/ids.ts';
import { deedOf as actsOf } from '../../normalise/act.ts';
import { clean } from '../../normalise/clean.ts';
import { endingOf } from '../../normalise/ending.ts';
import { createNormaliser, type NormalEvent } from '../../normalise/normaliser.ts';
import { operationsOf } from '../../normalise/operations.ts';
import { signatureOf } from '../../normalise/retry.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { draftOf } from '../../sources/draft-of.ts';
import { hooksOf, tellerOf } from '../../sources/hooks/agents.ts';
import type { Answer, Speaker } from '../../sources/hooks/told.ts';

/** A call that ended, as somebody tells of it. */
export interface EndedCall extends Pick<Answer, 'tool' | 'input' | 'output' | 'exitCode' | 'status'> {
  readonly session: SessionUid;
  readonly cwd: string | undefined;
  readonly at: number;
}

/** One that went wrong, and not just told that nothing was there or that somebody said no. */
export interface FailedCall {
  readonly session: SessionUid;
  readonly cwd: string | undefined;
  /** Calls with the same one are the same attempt. */
  readonly signature: number;
  readonly occurrence: Occurrence;
}

/** What a hook told of the end of a call, and whose log it goes to; undefined when it told of anything else. */
export function heardCall(heard: string, event: string, payload: JsonObject, at: number): (EndedCall & { readonly agent: string; readonly speaker: Speaker }) | undefined {
  const agent = tellerOf(heard, payload);
  const hooks = hooksOf(agent);
  const told = hooks?.told(event, payload);
  const speaker = hooks?.speaker(payload);
  if (!hooks || !speaker || told?.is !== 'answer') return undefined;
  return { ...told.answer, agent, speaker, session: sessionUid(hooks.flavor, speaker.native), cwd: speaker.cwd, at };
}

/** Read exactly as mining reads it, so that the same failure has the same fingerprint here and in the archive. */
export function failedCall(call: EndedCall): FailedCall | undefined {
  const { session, cwd, tool, input, at } = call;
  const read = normalised(call, call.status);
  if (!read.result.failed) return undefined;
  // Where only the words tell of the failure, the transcript will tell of it in an exit code; the line that says why is chosen accordingly.
  const { made, what, result } = call.status === undefined && call.exitCode === undefined ? normalised(call, 'failed') : read;
  const operations = operationsOf(tool, input);
  const facts = { is: 'call', key: '', at, tool, operations, message: null, ...endingOf(what, result.failed, result.summary) } as const;
  if (kindOf(facts, deedOf(facts), complaintOf(facts.reason, facts.output), []) !== 'real') return undefined;
  return {
    session,
    cwd,
    signature: signatureOf(tool, input, actsOf(tool, input)),
    occurrence: {
      fingerprint: fingerprintOf(facts.reason || `${tool} failed`),
      action: made.summary,
      marks: marksOf(operations, cwd).map(clean),
      repo: cwd === undefined ? null : (repoOf(cwd) ?? null),
      at,
    },
  };
}

function normalised({ session, cwd, tool, input, output, exitCode, at }: EndedCall, status: Answer['status']): { made: NormalEvent; what: ReturnType<typeof resultOf>; result: NormalEvent } {
  const normaliser = createNormaliser();
  if (cwd !== undefined) normaliser.cwd(session, cwd);
  const made = normaliser.event(draftOf(session, 'call', { is: 'call', tool, input: input ?? {} }, { at }));
  const what = resultOf(output, exitCode, status);
  return { made, what, result: normaliser.event(draftOf(session, 'result', what, { at })) };
}

function resultOf(output: string, exitCode: number | undefined, status: Answer['status']) {
  return { is: 'result', call: 'call', output, ...(exitCode === undefined ? {} : { exitCode }), ...(status === undefined ? {} : { status }) } as const;
}
