import { advise, speaksFrom } from '../../memory/advice/advise.ts';
import { keyOf } from '../../model/ids.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { maySpeak } from '../may-speak.ts';
import { failedCall, heardCall, type HeardCall } from './failed-call.ts';
import { callsHeard } from './heard.ts';
import { loopIn, loopsFrom, type Loop } from './loop.ts';
import { lastSolved, pastOf, type Chains } from './past.ts';
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
  readonly open: () => Opened | Promise<Opened>;
  /** Asked before anything is noted as said: what nobody waits for any more may be said next time. */
  readonly isLate?: () => boolean;
}

type Opened = (Chains & (Disposable | AsyncDisposable)) | undefined;

/**
 * What to tell an agent whose call has just failed: that it runs in a circle, or what helped before. Each is said
 * once about an error in a session; mostly there is nothing to say.
 */
export async function hookAdvice({
  home,
  agent,
  event,
  payload,
  now,
  open,
  isLate = () => false,
}: HookCall): Promise<string | undefined> {
  const heard = heardCall(agent, event, payload, now);
  const failed = heard && failedCall(heard);
  if (!failed || !maySpeak(home, 'advice', failed.cwd)) return undefined;

  const { fingerprint, marks } = failed.occurrence;
  const call = failed.signature.toString(36);
  const [saidLoop, saidAdvice] = [`loop-${call}`, `said-${nameOf(fingerprint)}`];
  const notes = new SessionNotes(home, failed.session);
  const times = notes.count(`failed-${call}`, now, heard.id === undefined ? undefined : nameOf(heard.id));
  const loop =
    times.length >= loopsFrom && !notes.isNoted(saidLoop) ? loopNow(home, heard, failed.signature, times) : undefined;
  if (!loop && notes.isNoted(saidAdvice)) return undefined;

  await using read = await open();
  const past = read ? await pastOf(read, fingerprint, now) : [];
  const known = advise(failed.occurrence, past, speaksFrom);
  if (isLate() || (loop && !notes.note(saidLoop))) return undefined;
  const advice = known && notes.note(saidAdvice) ? known : undefined;
  if (loop) return loopText(loop, { advice, solved: lastSolved(past, marks) }, now);
  return advice && adviceText(advice, now);
}

function loopNow(home: string, heard: HeardCall, signature: number, times: readonly number[]): Loop | undefined {
  const calls = callsHeard(home, heard);
  return calls && loopIn(signature, times, calls);
}

/** As part of a file's name. */
function nameOf(text: string): string {
  return keyOf(text).toString(36);
}
