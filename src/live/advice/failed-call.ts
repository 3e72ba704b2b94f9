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
import type { JsonObject } from '../../platform/parse-records.ts';
import { draftOf } from '../../sources/reader/draft-of.ts';
import type { HookResult, HookSession } from '../../sources/agent/hook-event.ts';
import { agentWithHooks } from '../../sources/registry.ts';
import { senderOf } from '../hook/sender-of.ts';

/** A call that ended, whatever reported it. */
export interface EndedCall extends Pick<HookResult, 'tool' | 'input' | 'output' | 'exitCode' | 'status'> {
  readonly session: SessionUid;
  readonly cwd: string | undefined;
  readonly at: number;
}

/** A call that a hook reported, and the session whose log it goes to. */
export interface ReportedCall extends EndedCall, Pick<HookResult, 'id'> {
  readonly agent: string;
  readonly reportedFor: HookSession;
}

/** A failure: not a search without a match, nor a call that was denied. */
export interface FailedCall {
  readonly session: SessionUid;
  readonly cwd: string | undefined;
  /** Calls with the same signature are the same attempt. */
  readonly signature: number;
  readonly occurrence: Occurrence;
}

/** Undefined when the hook reported anything other than the end of a call. */
export function reportedCall(hookOf: string, event: string, payload: JsonObject, at: number): ReportedCall | undefined {
  const agent = agentWithHooks(senderOf(hookOf, payload));
  const found = agent?.hooks.read(event, payload);
  const session = agent?.hooks.session(payload);
  if (!agent || !session || found?.is !== 'result') return undefined;
  return {
    ...found.result,
    ...agent.hooks.recorded?.(found.result, payload),
    agent: agent.name,
    reportedFor: session,
    session: sessionUid(agent.flavor, session.native),
    cwd: session.cwd,
    at,
  };
}

/** Read exactly as mining reads it, so that the same failure has the same fingerprint here and in the archive. */
export function failedCall(call: EndedCall): FailedCall | undefined {
  const { session, cwd, tool, input, at } = call;
  const read = normalised(call);
  if (!read.result.failed) return undefined;
  const { made, result } = call.status === undefined && call.exitCode === undefined ? asRecorded(call) : read;
  const parsed = parseCall(tool, input);
  const operations = operationsOf(parsed);
  const facts = {
    key: '',
    at,
    tool,
    operations,
    message: null,
    ...endingOf(result.result!),
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
 * A failure that only the output shows. The transcript will know its exit code, whose number is no part of a
 * fingerprint, or that it failed; the line that gives the reason is chosen accordingly.
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
  return { made, result: normaliser.event(draftOf(session, 'result', what, { at })) };
}
