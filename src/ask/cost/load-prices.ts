import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPrices } from '../../memory/cost/own-prices.ts';
import type { PriceTable } from '../../memory/cost/price.ts';
import { withUsersPrices } from '../../memory/cost/users-prices.ts';

/** Our prices, and over them the user's own: `prices.json` in stemma's home. */
export function loadPrices(home: string): PriceTable {
  const path = join(home, 'prices.json');
  const text = textOf(path);
  return text === undefined ? ownPrices() : withUsersPrices(ownPrices(), { path, text });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
