import { actionOf } from '../../memory/errors/steps/action.ts';
import { marksOf } from '../../memory/errors/marks.ts';
import { repairOf } from '../../memory/errors/steps/repair.ts';
import { clean } from '../../normalise/text/clean.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';
import { callSignature } from '../../normalise/call-signature.ts';
import { parseCall } from '../../normalise/parse-call.ts';
import { failedCall, type EndedCall } from './failed-call.ts';
import type { HookCalls } from './hook-calls.ts';

/** A call that fails again and again while nothing changes. */
export interface Loop {
  readonly times: number;
  /**
   * When it last worked in this session, and what was done between then and its first failure since; null when it never
   * worked.
   */
  readonly worked: { readonly at: number; readonly since: readonly string[] } | null;
}

/** Below this it may be a normal second try. */
export const loopsFrom = 3;

/**
 * Whether the call that failed at these times is in a loop, judged by what else the session did, in order. A call that
 * changed something ends the loop, and so does a success of the same call. Whatever may have changed something counts
 * as a change: the claim that nothing changed must be true.
 */
export function loopIn(signature: number, failedAt: readonly number[], { calls, from }: HookCalls): Loop | undefined {
  const last = calls.findLast((call) => (isSame(call, signature) ? !isFailed(call) : mayChange(call)));
  const times = failedAt.filter((at) => at > Math.max(from, last?.at ?? 0));
  if (times.length < loopsFrom) return undefined;
  const worked = calls.findLastIndex((call) => isSame(call, signature) && !isFailed(call));
  if (worked < 0) return { times: times.length, worked: null };
  const since = calls
    .slice(worked + 1)
    .filter((call) => call.at < times[0]! && !isSame(call, signature) && !isFailed(call) && mayChange(call));
  return {
    times: times.length,
    worked: {
      at: calls[worked]!.at,
      since: [
        ...new Set(
          since.flatMap(({ tool, input, cwd }) => marksOf(operationsOf(parseCall(tool, input)), cwd).map(clean)),
        ),
      ],
    },
  };
}

function isSame({ tool, input }: EndedCall, signature: number): boolean {
  return callSignature(parseCall(tool, input)) === signature;
}

function isFailed(call: EndedCall): boolean {
  return call.status === 'denied' || call.status === 'interrupted' || failedCall(call) !== undefined;
}

/** A command that failed may have done half of its work, and what sub-agents and unknown tools do is not seen here. */
function mayChange(call: EndedCall): boolean {
  const { tool, input, at, status } = call;
  if (status === 'denied') return false;
  const parsed = parseCall(tool, input);
  const operations = operationsOf(parsed);
  if (operations.some(({ does }) => does === 'delegate' || does === 'other')) return true;
  const facts = {
    key: '',
    at,
    tool,
    operations,
    message: null,
    ended: 'ok',
    detectedBy: null,
    reason: '',
    errorLines: [],
    keyLines: [],
    output: '',
  } as const;
  if (!repairOf(actionOf(facts))) return false;
  const isCommand = parsed.programs !== null;
  return isCommand || !isFailed(call);
}
