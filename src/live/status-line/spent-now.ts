import { blockMs, blocksOf, isActive } from '../../ask/cost/blocks.ts';
import { beginningOf, stateOf, type Budget } from '../../ask/cost/budget.ts';
import { CostSum } from '../../ask/cost/numbers.ts';
import type { PriceTable } from '../../memory/cost/price.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { StoreReader, UsageRow } from '../../store/store.ts';
import type { Spent } from './status-line.ts';

/** What the status line reads of an archive. */
export type UsageReader = Pick<StoreReader, 'usage' | 'usedBetween'>;

interface Asked {
  readonly table: PriceTable;
  readonly budget: Budget | undefined;
  readonly now: number;
  /** The agent whose blocks are counted. */
  readonly source: string;
  readonly session: SessionUid | undefined;
  /** What the running session cost by the agent's own count. */
  readonly usd: number | undefined;
}

/** Blocks follow one another without a gap of five hours for at most so long; older use is not read. */
const blocksReach = 14 * 24 * 60 * 60 * 1000;

/**
 * What was spent today, in this block and of the budget. The archive may not have the end of the running session yet:
 * what the agent counts beyond it is added.
 */
export async function spentNow(read: UsageReader, asked: Asked): Promise<Spent> {
  const { table, budget, now, source, session, usd } = asked;
  const usdOf = (rows: readonly UsageRow[]): number => {
    const sum = new CostSum(table);
    for (const row of rows) sum.add(row);
    return sum.numbers().usd ?? 0;
  };
  const archived = session === undefined ? 0 : usdOf(await read.usage({ under: session }, 'nothing'));
  const beyond = session === undefined || usd === undefined ? 0 : Math.max(0, usd - archived);
  const since = (from: Date): Promise<readonly UsageRow[]> => read.usage({ since: from.getTime() }, 'nothing');

  const today = usdOf(await since(beginningOf('day', now))) + beyond;
  const slots = await read.usage({ source, since: now - blocksReach }, 'slot');
  const blocks = blocksOf(slots.map(({ key }) => Number(key)).filter((at) => at > 0));
  const start = [...blocks.values()].findLast((at) => isActive(at, now));
  const spent = budget && usdOf(await since(beginningOf(budget.per, now))) + beyond;
  return {
    today,
    block: start === undefined ? undefined : await blockOf(start),
    budget: budget && spent !== undefined ? { ...budget, spent, state: stateOf(spent, budget) } : undefined,
  };

  async function blockOf(from: number): Promise<Spent['block']> {
    const rows = slots.filter(({ key }) => blocks.get(Number(key)) === from);
    const cost = usdOf(rows) + beyond;
    const span = await read.usedBetween({ source, since: from, until: from + blockMs - 1 });
    const hours = span ? ((beyond > 0 ? now : span.last) - span.first) / 3_600_000 : 0;
    return { usd: cost, endsIn: from + blockMs - now, usdPerHour: hours > 0 ? cost / hours : null };
  }
}
