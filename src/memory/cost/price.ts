import type { Tokens } from '../../model/event.ts';

/** What a model costs, in US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Absent where cached input costs the same as other input; likewise for cache writes. */
  readonly cache_read?: number;
  readonly cache_write?: number;
  /** To keep it for an hour; absent where that costs no more. */
  readonly cache_write_1h?: number;
  /** What one number cannot express, such as that long requests cost more. */
  readonly note?: string;
}

export interface PriceTable {
  /** When the prices were last looked up: `2026-11-16`. */
  readonly date: string;
  /** By the shortest name of a model, see model-name.ts. */
  readonly models: ReadonlyMap<string, Price>;
  /** Names of the models the user priced. */
  readonly own: ReadonlySet<string>;
}

const million = 1_000_000;

/** What these tokens cost at this price. */
export function usdAt(price: Price, { input, output, cache_read, cache_write, cache_write_1h = 0 }: Tokens): number {
  const hour = Math.min(cache_write_1h, cache_write);
  const write = price.cache_write ?? price.input;
  return (
    (input * price.input +
      output * price.output +
      cache_read * (price.cache_read ?? price.input) +
      (cache_write - hour) * write +
      hour * (price.cache_write_1h ?? write)) /
    million
  );
}
