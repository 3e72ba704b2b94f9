import type { DigestCost } from '../../model/digest.ts';
import type { Event } from '../../model/event.ts';
import { redact } from '../../platform/redact.ts';

type Spent = { -readonly [Key in keyof DigestCost['models'][number]]: DigestCost['models'][number][Key] };

/** Tokens by the model that used them. */
export class Costs {
  readonly #models = new Map<string | null, Spent>();

  add({ tokens, model, usd }: Event): void {
    const named = model === null || this.#models.has(model) || this.#models.size < mostModels ? model : null;
    let spent = this.#models.get(named);
    if (spent === undefined) {
      spent = { model: named === null ? null : redact(named), input: 0, output: 0, cache_read: 0, cache_write: 0, usd: null };
      this.#models.set(named, spent);
    }
    if (tokens !== null) {
      spent.input += tokens.input;
      spent.output += tokens.output;
      spent.cache_read += tokens.cache_read;
      spent.cache_write += tokens.cache_write;
    }
    if (usd !== null) spent.usd = (spent.usd ?? 0) + usd;
  }

  /** The most used first. */
  byModel(): DigestCost['models'] {
    return [...this.#models.values()].sort((a, b) => sum(b) - sum(a));
  }
}

/** What more of them used is added to what has no name. */
const mostModels = 16;

function sum({ input, output, cache_read, cache_write }: Spent): number {
  return input + output + cache_read + cache_write;
}
