import { day as dayMs } from '../../memory/freshness.ts';
import type { PriceTable } from '../../memory/cost/price.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader, UsageFilter, UsageRow, WorkDay } from '../../store/store.ts';
import { CostSum, countOf } from '../cost/numbers.ts';
import { patterns } from '../patterns/patterns.ts';
import type { OverviewAnswer, OverviewDay, OverviewNumbers, OverviewRepo } from './answer.ts';
import { changesIn } from './changes.ts';
import { stretchesOf, type Stretches } from './stretches.ts';

export type * from './answer.ts';

export interface OverviewOptions {
  readonly now: number;
  /** Number of days, including today: at most 366, 7 by default. */
  readonly days?: number;
  readonly source?: string;
  /** Its name, or a whole path: then what was done in that folder and below it. */
  readonly repo?: string;
  readonly workspace?: string;
}

/** The last days in numbers, from sessions, usage and failures; no event is read. */
export async function overview(
  read: StoreReader,
  { now, days = 7, ...filter }: OverviewOptions,
  table: PriceTable,
): Promise<OverviewAnswer> {
  if (!Number.isInteger(days) || days < 1 || days > mostDays) {
    throw new StemmaError('bad-argument', `An overview is of 1 to ${mostDays} days, not of ${days}.`, {
      hint: '`stemma cost --by week` and `stemma patterns` look at all there is.',
    });
  }
  const stretches = stretchesOf(now, days);
  const { begins, since, until } = stretches;
  const work = await read.workDays({ ...filter, since: begins, until }, stretches.timeOfDay);
  const used = await read.usage({ ...filter, since: begins, until }, 'slot');
  const inNow = (row: WorkDay) => stretches.isNow(row.day);
  const inBefore = (row: WorkDay) => stretches.isBefore(row.day, row.isEarly);
  return {
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    now: numbersOf(
      work.filter(inNow),
      used.filter(({ key }) => stretches.isUsedNow(Number(key))),
      table,
    ),
    before: numbersOf(
      work.filter(inBefore),
      used.filter(({ key }) => stretches.isUsedBefore(Number(key))),
      table,
    ),
    days: daysOf(work, used, stretches, table),
    repos: await reposOf(read, { ...filter, since, until }, work.filter(inNow), table),
    agents: agentsOf(work.filter(inNow)),
    open: (
      await patterns(read, { ...filter, now, since, until, states: ['open', 'failed'], minCount: 1, limit: mostOpen })
    ).patterns,
    changed: await changesIn(read, filter, stretches),
  };
}

const mostDays = 366;
const mostOpen = 5;
const mostRepos = 10;

/** Sub-agents work inside the time of those who started them. */
function numbersOf(work: readonly WorkDay[], used: readonly UsageRow[], table: PriceTable): OverviewNumbers {
  const outcomes = { success: 0, partial: 0, failed: 0, abandoned: 0, unknown: 0 };
  const numbers = { sessions: 0, steps: 0, failures: 0, open_failures: 0, retries: 0, active_s: 0 };
  for (const { isTop, outcome, sessions, steps, errors, openErrors, retries, wallClockMs } of work) {
    numbers.steps += steps;
    numbers.failures += errors;
    numbers.open_failures += openErrors;
    numbers.retries += retries;
    if (!isTop) continue;
    numbers.sessions += sessions;
    numbers.active_s += wallClockMs / 1000;
    outcomes[outcome] += sessions;
  }
  return { ...numbers, outcomes, tokens: tokensOf(used), ...costOf(used, table) };
}

function daysOf(
  work: readonly WorkDay[],
  used: readonly UsageRow[],
  { allDays, dayOf }: Stretches,
  table: PriceTable,
): readonly OverviewDay[] {
  const worked = Map.groupBy(work, ({ day }) => day);
  const spent = Map.groupBy(used, ({ key }) => dayOf(Number(key)));
  return allDays.map((day) => {
    const rows = worked.get(day) ?? [];
    return {
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      sessions: sum(
        rows.filter(({ isTop }) => isTop),
        'sessions',
      ),
      steps: sum(rows, 'steps'),
      failures: sum(rows, 'errors'),
      ...costOf(spent.get(day) ?? [], table),
    };
  });
}

async function reposOf(
  read: StoreReader,
  filter: UsageFilter,
  work: readonly WorkDay[],
  table: PriceTable,
): Promise<readonly OverviewRepo[]> {
  const used = Map.groupBy(await read.usage(filter, 'repo'), ({ key }) => key as string | null);
  const worked = Map.groupBy(work, ({ repo }) => repo);
  return [...new Set([...worked.keys(), ...used.keys()])]
    .map((repo) => {
      const rows = used.get(repo) ?? [];
      return {
        repo,
        sessions: sum(
          (worked.get(repo) ?? []).filter(({ isTop }) => isTop),
          'sessions',
        ),
        tokens: tokensOf(rows),
        ...costOf(rows, table),
      };
    })
    .toSorted(
      (a, b) =>
        (b.usd ?? 0) - (a.usd ?? 0) ||
        b.tokens - a.tokens ||
        b.sessions - a.sessions ||
        ((a.repo ?? '') < (b.repo ?? '') ? -1 : 1),
    )
    .slice(0, mostRepos);
}

function agentsOf(work: readonly WorkDay[]): OverviewAnswer['agents'] {
  return [...Map.groupBy(work, ({ source }) => source)]
    .map(([source, rows]) => ({
      source,
      sessions: sum(
        rows.filter(({ isTop }) => isTop),
        'sessions',
      ),
      steps: sum(rows, 'steps'),
    }))
    .toSorted((a, b) => b.steps - a.steps || (a.source < b.source ? -1 : 1));
}

function sum(rows: readonly WorkDay[], of: 'sessions' | 'steps' | 'errors'): number {
  return rows.reduce((all, row) => all + row[of], 0);
}

function tokensOf(used: readonly UsageRow[]): number {
  return used.reduce((all, { tokens }) => all + countOf(tokens), 0);
}

function costOf(used: readonly UsageRow[], table: PriceTable): Pick<OverviewNumbers, 'usd' | 'usd_is_exact'> {
  const cost = new CostSum(table);
  for (const row of used) cost.add(row);
  const { usd, usd_is_exact } = cost.numbers();
  return { usd: used.length === 0 ? null : usd, usd_is_exact };
}
