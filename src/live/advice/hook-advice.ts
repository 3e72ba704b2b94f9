import { advise, minConfidenceToAdvise } from '../../memory/advice/advise.ts';
import { keyOf } from '../../model/ids.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { isNoteAllowed } from '../is-note-allowed.ts';
import { failedCall, reportedCall, type ReportedCall } from './failed-call.ts';
import { callsFromHooks } from './hook-calls.ts';
import { loopIn, loopsFrom, type Loop } from './loop.ts';
import { lastSolved, pastOf, type Chains } from './past-failures.ts';
import { SessionNotes } from './session-notes.ts';
import { adviceText, loopText } from './wording.ts';

export interface HookCall {
  /** stemma's home. */
  readonly home: string;
  readonly agent: string;
  readonly event: string;
  readonly payload: JsonObject;
  readonly now: number;
  /** Opened when there is a question. */
  readonly open: () => Opened | Promise<Opened>;
  /** Checked before a note counts as given: one that nobody waits for any more may be given next time. */
  readonly isLate?: () => boolean;
}

type Opened = (Chains & (Disposable | AsyncDisposable)) | undefined;

/**
 * The note for an agent whose call has just failed: that it repeats a failing call, or what fixed this before. Each is
 * given once per error and session; mostly there is none.
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
  const call = reportedCall(agent, event, payload, now);
  const failed = call && failedCall(call);
  if (!failed || !isNoteAllowed(home, 'advice', failed.cwd)) return undefined;

  const { fingerprint, marks } = failed.occurrence;
  const attempt = failed.signature.toString(36);
  const [loopNoted, adviceNoted] = [`loop-${attempt}`, `said-${nameOf(fingerprint)}`];
  const notes = new SessionNotes(home, failed.session);
  const times = notes.count(`failed-${attempt}`, now, call.id === undefined ? undefined : nameOf(call.id));
  const loop =
    times.length >= loopsFrom && !notes.isNoted(loopNoted) ? loopNow(home, call, failed.signature, times) : undefined;
  if (!loop && notes.isNoted(adviceNoted)) return undefined;

  await using read = await open();
  const past = read ? await pastOf(read, fingerprint, now) : [];
  const known = advise(failed.occurrence, past, minConfidenceToAdvise);
  if (isLate() || (loop && !notes.note(loopNoted))) return undefined;
  const advice = known && notes.note(adviceNoted) ? known : undefined;
  if (loop) return loopText(loop, { advice, solved: lastSolved(past, marks) }, now);
  return advice && adviceText(advice, now);
}

function loopNow(home: string, call: ReportedCall, signature: number, times: readonly number[]): Loop | undefined {
  const calls = callsFromHooks(home, call);
  return calls && loopIn(signature, times, calls);
}

/** As part of a file's name. */
function nameOf(text: string): string {
  return keyOf(text).toString(36);
}
