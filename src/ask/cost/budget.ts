import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreReader } from '../../store/store.ts';
import type { PriceTable } from '../../memory/cost/price.ts';
import { CostSum } from './numbers.ts';

/** `budget` in config.json: what the user wants to spend at most, at list prices. */
export interface Budget {
  readonly usd: number;
  readonly per: 'week' | 'month';
}

/** The budget, and how much of it is spent. */
export interface BudgetSpent extends Budget {
  /** When the week or month began, here. */
  readonly from: string;
  readonly spent_usd: number;
  /** False when some tokens of the period have no price. */
  readonly spent_is_exact: boolean;
}

/** A budget as config.json has it; undefined for anything else. */
export function budgetIn(value: unknown): Budget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { usd, per } = value as Readonly<Record<string, unknown>>;
  const isFit = typeof usd === 'number' && usd > 0 && Number.isFinite(usd) && (per === 'week' || per === 'month');
  return isFit ? { usd, per } : undefined;
}

/** The budget of the user. The command line has refused a configuration that cannot be used. */
export function loadBudget(home: string): Budget | undefined {
  try {
    const config = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')) as { readonly budget?: unknown } | null;
    return budgetIn(config?.budget);
  } catch {
    return undefined;
  }
}

/** What was spent in all sessions since the week (Monday) or month began. */
export async function budgetSpent(
  read: StoreReader,
  budget: Budget,
  table: PriceTable,
  now: number,
): Promise<BudgetSpent> {
  const today = new Date(now);
  const first = budget.per === 'month' ? 1 : today.getDate() - ((today.getDay() + 6) % 7);
  const from = new Date(today.getFullYear(), today.getMonth(), first);
  const sum = new CostSum(table);
  for (const row of await read.usage({ since: from.getTime() }, 'nothing')) sum.add(row);
  const { usd, usd_is_exact: isExact } = sum.numbers();
  return { ...budget, from: from.toISOString(), spent_usd: usd ?? 0, spent_is_exact: isExact };
}
