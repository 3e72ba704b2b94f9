import { advise, speaksFrom } from '../../memory/advice/advise.ts';
import { keyOf } from '../../model/ids.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { failedCall, heardCall } from './failed-call.ts';
import { callsHeard } from './heard.ts';
import { loopIn, loopsFrom } from './loop.ts';
import { mayAdvise } from './may-advise.ts';
import { pastOf, type Chains } from './past.ts';
import { SessionNotes } from './session-notes.ts';
import { adviceText, loopText } from './wording.ts';

export interface HookCall {
  /** stemma's home. */
  readonly home: string;
  readonly agent: string;
  readonly event: string;
  readonly payload: JsonObject;
  readonly now: number;
  /** Opened when there is something to ask. */
  readonly open: () => (Chains & Disposable) | undefined;
}

/**
 * What to tell an agent whose call has just failed: that it runs in a circle, or what helped before. Each is said once about an error in a
 * session; mostly there is nothing to say.
 */
export async function hookAdvice({ home, agent, event, payload, now, open }: HookCall): Promise<string | undefined> {
  const heard = heardCall(agent, event, payload, now);
  const failed = heard && failedCall(heard);
  if (!failed || !mayAdvise(home, failed.cwd)) return undefined;

  const notes = new SessionNotes(home, failed.session);
  const times = notes.count(`failed-${failed.signature.toString(36)}`, now);
  const { fingerprint, marks } = failed.occurrence;
  const said = `said-${keyOf(fingerprint).toString(36)}`;
  const loop = times.length >= loopsFrom && !notes.isNoted(`loop-${failed.signature.toString(36)}`) ? loopNow(home, heard, failed.signature, times) : undefined;
  if (!loop && notes.isNoted(said)) return undefined;

  using read = open();
  const past = read ? await pastOf(read, fingerprint, now) : [];
  const advice = advise(failed.occurrence, past, speaksFrom);
  if (loop) {
    const solved = past.findLast((chain) => chain.resolved && chain.error.marks.some((mark) => marks.includes(mark)));
    return notes.note(`loop-${failed.signature.toString(36)}`) ? loopText(loop, { advice, solved }, now) : undefined;
  }
  return advice && notes.note(said) ? adviceText(advice, now) : undefined;
}

function loopNow(home: string, heard: NonNullable<ReturnType<typeof heardCall>>, signature: number, times: readonly number[]): ReturnType<typeof loopIn> {
  const calls = callsHeard(home, heard);
  return calls && loopIn(signature, times, calls);
}
