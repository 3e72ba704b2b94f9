import type { DigestedFailure } from '../../../model/digest-facts.ts';
import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import type { Outcome } from '../../../model/words.ts';
import { commandText } from '../command-text.ts';
import { deliveryOf, isDelivery } from '../deliveries.ts';
import type { OpenPlan } from '../open-ends.ts';
import type { Progress } from '../progress.ts';
import { quoted } from './reason.ts';

/** What the outcome of a session is judged by, once all of its events and failures are known. */
export interface SessionEnd {
  readonly progress: Progress;
  /** Of the calls that decide the outcome: the failure that was found in each. */
  readonly failures: ReadonlyMap<EventId, DigestedFailure>;
  readonly facts: EndingFacts;
}

/** Facts about the end of a session that its steps do not show. */
export interface EndingFacts {
  /** The outcome its agent recorded. */
  readonly recordedOutcome: Outcome;
  readonly isSubagent: boolean;
  /** What it found came back to the session that started it. */
  readonly returned: boolean;
  /** Another session goes on where it ended. */
  readonly goesOn: boolean;
  /** It was active so recently that it runs, if its agent has still to do something. */
  readonly mayGoOn: boolean;
  /** The last plan, if items of it are left. */
  readonly plan: OpenPlan | undefined;
}

/** Failed for real: a search without a match, or a call that was cancelled, says nothing about the work. */
export function isFailure({ failures }: SessionEnd, call: Event): boolean {
  const kind = failures.get(call.id)?.kind;
  return call.failed && kind !== 'benign' && kind !== 'cascade';
}

/** Names a failing call, and quotes its failure. */
export function stillFails({ failures }: SessionEnd, call: Event): string {
  const message = failures.get(call.id)?.message;
  return `${nameOf(call)} still fails${message === undefined ? '' : `: ${quoted(message, 5)}`}`;
}

export function nameOf(call: Event): string {
  return isDelivery(call.marks) ? deliveryOf(call.marks).noun : quoted(commandText(call.tool, call.summary), 4);
}
