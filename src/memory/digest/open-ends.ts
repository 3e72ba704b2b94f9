import type { DigestOpen, Listed } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import type { Ending } from './ending.ts';
import { Latest } from './latest.ts';
import type { DigestedFailure } from '../../model/digest-facts.ts';

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

  listed(ending: Ending): Listed<DigestOpen> {
    const ask = ending.unheard();
    const calls = ending.unanswered();
    const plan = this.#plan && isUnfinished(this.#plan) ? this.#plan : undefined;
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

function isUnfinished({ summary }: Event): boolean {
  const [, done, all] = planned.exec(summary) ?? [];
  return done !== undefined && Number(done) < Number(all);
}

function lineOf(what: DigestOpen['what'], { summary, id }: Event): DigestOpen {
  return { what, text: summary, step: id };
}
