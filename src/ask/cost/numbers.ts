import type { Tokens } from '../../model/event.ts';
import type { PriceTable } from '../../memory/cost/price.ts';
import { usdOf } from '../../memory/cost/usd-of.ts';
import type { UsageRow, WorkRow } from '../../store/store.ts';

/** Cost in tokens, money and time. */
export interface CostNumbers {
  /** Null where it cannot be split: a session may use several models on several days. */
  readonly sessions: number | null;
  readonly turns: number | null;
  readonly retries: number | null;
  readonly wall_clock_s: number | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  /** Recorded by agents, and from the price table for the rest. Null when unknown. */
  readonly usd: number | null;
  readonly usd_recorded: number;
  readonly usd_computed: number;
  /** False when tokens have no price: it cost at least `usd`. */
  readonly usd_is_exact: boolean;
  /** Tokens of models that have no price, and that no agent said the cost of: they are in none of the sums of money. */
  readonly unpriced_tokens: number;
}

const nobodys: Pick<CostNumbers, 'sessions' | 'turns' | 'retries' | 'wall_clock_s'> = {
  sessions: null,
  turns: null,
  retries: null,
  wall_clock_s: null,
};

/** Adds up what was used. */
export class CostSum {
  readonly #table: PriceTable;
  readonly #tokens = { input: 0, output: 0, cache_read: 0, cache_write: 0 };
  #recorded = 0;
  #computed = 0;
  #unpriced = 0;
  #work = nobodys;

  constructor(table: PriceTable) {
    this.#table = table;
  }

  add({ model, tokens, usd }: UsageRow): void {
    const sum = this.#tokens;
    sum.input += tokens.input;
    sum.output += tokens.output;
    sum.cache_read += tokens.cache_read;
    sum.cache_write += tokens.cache_write;
    if (usd !== null) {
      this.#recorded += usd;
      return;
    }
    const computed = usdOf(model, tokens, this.#table);
    if (computed === undefined) this.#unpriced += countOf(tokens);
    else this.#computed += computed;
  }

  took({ sessions, turns, retries, wallClockMs }: WorkRow): void {
    this.#work = { sessions, turns, retries, wall_clock_s: wallClockMs / 1000 };
  }

  numbers(): CostNumbers {
    const { input, output, cache_read, cache_write } = this.#tokens;
    const [recorded, computed] = [rounded(this.#recorded), rounded(this.#computed)];
    return {
      ...this.#work,
      input_tokens: input,
      output_tokens: output,
      cache_read_tokens: cache_read,
      cache_write_tokens: cache_write,
      usd: recorded + computed === 0 && this.#unpriced > 0 ? null : rounded(recorded + computed),
      usd_is_exact: this.#unpriced === 0,
      usd_recorded: recorded,
      usd_computed: computed,
      unpriced_tokens: this.#unpriced,
    };
  }
}

export function countOf({ input, output, cache_read, cache_write }: Tokens): number {
  return input + output + cache_read + cache_write;
}

/** Sums of thousands of fractions of a cent end in noise. */
export function rounded(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}
