import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreReader } from '../../store/store.ts';
import type { PriceTable } from '../../memory/cost/price.ts';
import { CostSum } from './numbers.ts';

/** `budget` in config.json: what the user wants to spend at most, at list prices. */
export interface Budget {
  readonly usd: number;
  readonly per: 'day' | 'week' | 'month';
  /** From which share on it is nearly spent, 0 to 1; 0.8 when absent. */
  readonly warn_at?: number;
}

/** The budget, and how much of it is spent. */
export interface BudgetSpent extends Budget {
  /** When the day, week or month began, here. */
  readonly from: string;
  readonly spent_usd: number;
  /** False when some tokens of the period have no price. */
  readonly spent_is_exact: boolean;
  readonly state: 'within' | 'near' | 'over';
}

/** A budget as config.json has it; undefined for anything else. */
export function budgetIn(value: unknown): Budget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { usd, per, warn_at: warnAt } = value as Readonly<Record<string, unknown>>;
  if (typeof usd !== 'number' || !(usd > 0) || !Number.isFinite(usd)) return undefined;
  if (per !== 'day' && per !== 'week' && per !== 'month') return undefined;
  if (warnAt === undefined) return { usd, per };
  return typeof warnAt === 'number' && warnAt > 0 && warnAt <= 1 ? { usd, per, warn_at: warnAt } : undefined;
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

/** When the day, week (Monday) or month began. */
export function beginningOf(per: Budget['per'], now: number): Date {
  const today = new Date(now);
  const date = today.getDate();
  const first = { day: date, week: date - ((today.getDay() + 6) % 7), month: 1 }[per];
  return new Date(today.getFullYear(), today.getMonth(), first);
}

/** What was spent in all sessions since the day, week or month began. */
export async function budgetSpent(
  read: Pick<StoreReader, 'usage'>,
  budget: Budget,
  table: PriceTable,
  now: number,
): Promise<BudgetSpent> {
  const from = beginningOf(budget.per, now);
  const sum = new CostSum(table);
  for (const row of await read.usage({ since: from.getTime() }, 'nothing')) sum.add(row);
  const { usd, usd_is_exact: isExact } = sum.numbers();
  const spent = usd ?? 0;
  return {
    ...budget,
    from: from.toISOString(),
    spent_usd: spent,
    spent_is_exact: isExact,
    state: stateOf(spent, budget),
  };
}

export function stateOf(spent: number, { usd, warn_at: warnAt = 0.8 }: Budget): BudgetSpent['state'] {
  return spent > usd ? 'over' : spent >= usd * warnAt ? 'near' : 'within';
}
