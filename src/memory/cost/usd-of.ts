import type { Tokens } from '../../model/event.ts';
import { namesOf } from './model-name.ts';
import { usdAt, type Price, type PriceTable } from './price.ts';

/** What these tokens cost by the table; undefined when it does not know the model. Nothing is guessed. */
export function usdOf(model: string | null, tokens: Tokens, table: PriceTable): number | undefined {
  const price = model === null ? undefined : priceOf(model, table);
  return price && usdAt(price, tokens);
}

/** There are thousands of sums and a handful of models. */
const found = new WeakMap<PriceTable, Map<string, Price | undefined>>();

export function priceOf(model: string, table: PriceTable): Price | undefined {
  let known = found.get(table);
  if (known === undefined) found.set(table, (known = new Map()));
  if (!known.has(model)) known.set(model, lookUp(model, table));
  return known.get(model);
}

function lookUp(model: string, { models, own }: PriceTable): Price | undefined {
  const names = namesOf(model);
  // The user's price for a model wins, under any of its names.
  const name = names.find((each) => own.has(each)) ?? names.find((each) => models.has(each));
  return name === undefined ? undefined : models.get(name);
}
