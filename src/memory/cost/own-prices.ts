import prices from './prices.json' with { type: 'json' };
import type { Price, PriceTable } from './price.ts';

/** The table that comes with stemma. */
export function ownPrices(): PriceTable {
  const models = Object.values(
    prices.providers as Readonly<Record<string, { readonly models: Readonly<Record<string, Price>> }>>,
  ).flatMap((provider) => Object.entries(provider.models));
  return { date: prices.date, models: new Map(models), own: new Set() };
}
