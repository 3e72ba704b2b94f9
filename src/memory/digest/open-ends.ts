import type { DigestOpen, Listed } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Progress } from './progress.ts';
import { Latest } from './latest.ts';
import { statement } from './request.ts';
import { goneAfter, isWrongCall } from './wrong-call.ts';
import type { DigestedFailure } from '../../model/digest-facts.ts';

export interface OpenPlan {
  readonly step: EventId;
  readonly seq: number;
  readonly done: number;
  readonly all: number;
}

/** What was begun and not finished. */
export class OpenEnds {
  readonly #failures = new Latest<DigestOpen>(maxFailures);
  #plan: Event | undefined;
  #stated: DigestOpen | undefined;
  /** Calls since the plan was written. */
  #since = 0;
  #succeeded = 0;
  /** Of the last calls that failed: how many had succeeded by then. */
  readonly #failedAfter = new Map<EventId, number>();

  add(event: Event): void {
    this.#readMessage(event);
    this.#count(event);
    if (event.tool !== null) this.#since++;
    if (event.act === 'plan' && !event.failed && planned.test(event.summary)) {
      this.#plan = event;
      this.#since = 0;
    }
  }

  /** More than one of its items may be done since: then it says how old it is. */
  #planLine(plan: Event): DigestOpen {
    const line = lineOf('plan', plan);
    return this.#since > freshPlan
      ? { ...line, text: `as written ${this.#since} steps before the end: ${line.text}` }
      : line;
  }

  /** What a message left open holds until something is changed, checked or asked. */
  #readMessage(event: Event): void {
    if (
      event.kind === 'user_msg' ||
      (event.tool !== null && !event.failed && (event.act === 'edit' || event.act === 'check'))
    )
      this.#stated = undefined;
    if (event.kind !== 'assistant_msg') return;
    const text = leaves.map((word) => statement(event, word)).find((each) => each !== undefined);
    if (text !== undefined) this.#stated = { what: 'stated', text, step: event.id };
  }

  #count({ id, tool, step, failed }: Event): void {
    if (tool === null || step !== id) return;
    if (!failed) this.#succeeded++;
    else {
      this.#failedAfter.set(id, this.#succeeded);
      if (this.#failedAfter.size > maxFailed) this.#failedAfter.delete(this.#failedAfter.keys().next().value!);
    }
  }

  failure({ step, message }: DigestedFailure): void {
    if (isWrongCall(message) && this.#succeeded - (this.#failedAfter.get(step) ?? 0) >= goneAfter) return;
    this.#failures.add({ what: 'error', text: message, step });
  }

  /** The last plan, if items of it are left. */
  plan(): OpenPlan | undefined {
    const [, done, all] = (this.#plan && planned.exec(this.#plan.summary)) ?? [];
    return this.#plan && Number(done) < Number(all)
      ? { step: this.#plan.id, seq: this.#plan.seq, done: Number(done), all: Number(all) }
      : undefined;
  }

  listed(progress: Progress): Listed<DigestOpen> {
    const ask = progress.unheard();
    const calls = progress.unanswered();
    const plan = this.plan() && this.#plan;
    const others: DigestOpen[] = [
      ...(ask ? [lineOf('ask', ask)] : []),
      ...(this.#stated ? [this.#stated] : []),
      // Several calls for the same are listed once.
      ...[...new Map(calls.map((call) => [call.summary, call])).values()]
        .slice(-maxCalls)
        .toReversed()
        .map((call) => lineOf('call', call)),
      ...(plan ? [this.#planLine(plan)] : []),
    ];
    return {
      total: (ask ? 1 : 0) + (this.#stated ? 1 : 0) + calls.length + (plan ? 1 : 0) + this.#failures.total,
      items: [...others, ...this.#failures.newestFirst()].map(({ what, text, step }) => ({
        what,
        step,
        text: text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text,
      })),
    };
  }
}

/** An item of a plan takes a few calls: after more it does not say any longer what is next. */
export const freshPlan = 3;
const maxFailures = 3;
const maxCalls = 3;
const maxFailed = 256;
const longest = 160;
const leaves = ['open', 'needs', 'asks', 'waits', 'hands'] as const;
const planned = /\((\d+)\/(\d+) done\)/;

function lineOf(what: DigestOpen['what'], { summary, id }: Event): DigestOpen {
  return { what, text: summary, step: id };
}
