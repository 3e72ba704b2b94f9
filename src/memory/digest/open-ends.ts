import type { DigestOpen, Listed } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Progress } from './progress.ts';
import { Latest } from './latest.ts';
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

  add(event: Event): void {
    if (event.act === 'plan' && !event.failed && planned.test(event.summary)) this.#plan = event;
  }

  failure({ step, message }: DigestedFailure): void {
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
      ...calls
        .slice(-maxCalls)
        .toReversed()
        .map((call) => lineOf('call', call)),
      ...(plan ? [lineOf('plan', plan)] : []),
    ];
    return {
      total: (ask ? 1 : 0) + calls.length + (plan ? 1 : 0) + this.#failures.total,
      items: [...others, ...this.#failures.newestFirst()].map(({ what, text, step }) => ({
        what,
        step,
        text: text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text,
      })),
    };
  }
}

const maxFailures = 4;
const maxCalls = 3;
const longest = 140;
const planned = /\((\d+)\/(\d+) done\)/;

function lineOf(what: DigestOpen['what'], { summary, id }: Event): DigestOpen {
  return { what, text: summary, step: id };
}
