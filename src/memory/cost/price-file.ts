import { isObject } from '../../platform/parse-records.ts';
import type { Price } from './price.ts';

/** Prices that others publish, in the shape of prices.json. */
export interface PriceFile {
  readonly date?: string;
  readonly models: Readonly<Record<string, Price>>;
}

/**
 * LiteLLM's table (`model_prices_and_context_window.json`), which many tools read: dollars per token, by model. Undefined
 * when the value has another shape. Models that are not priced by tokens are left out.
 */
export function fromLiteLlm(value: Readonly<Record<string, unknown>>): PriceFile | undefined {
  const models: Record<string, Price> = {};
  for (const [name, entry] of Object.entries(value)) {
    if (name === 'sample_spec' || !isObject(entry)) continue;
    const price = priceIn(entry);
    if (price !== undefined) models[name.toLowerCase()] = price;
  }
  return Object.keys(models).length === 0 ? undefined : { models };
}

function priceIn(entry: Readonly<Record<string, unknown>>): Price | undefined {
  const perMillion = (field: string): number | undefined => {
    const value = entry[field];
    return typeof value === 'number' && value >= 0 && Number.isFinite(value)
      ? Math.round(value * 1e15) / 1e9
      : undefined;
  };
  const input = perMillion('input_cost_per_token');
  const output = perMillion('output_cost_per_token');
  if (input === undefined || output === undefined) return undefined;
  const read = perMillion('cache_read_input_token_cost');
  const write = perMillion('cache_creation_input_token_cost');
  const hour = perMillion('cache_creation_input_token_cost_above_1hr');
  const [, limit] =
    Object.keys(entry)
      .map((field) => /^input_cost_per_token_above_(\d+)k_tokens$/.exec(field))
      .find((match) => match !== null) ?? [];
  return {
    input,
    output,
    ...(read !== undefined && { cache_read: read }),
    ...(write !== undefined && { cache_write: write }),
    ...(hour !== undefined && { cache_write_1h: hour }),
    ...(limit !== undefined && { note: `Requests of more than ${limit},000 tokens cost more.` }),
  };
}
