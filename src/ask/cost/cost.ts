import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Relation } from '../../model/words.ts';
import type { PriceTable } from '../../memory/cost/price.ts';
import { priceOf, usdOf } from '../../memory/cost/usd-of.ts';
import type { StoreReader, UsageBy, UsageFilter, UsageRow, WorkRow } from '../../store/store.ts';
import type { CostBy } from './groups.ts';
import { blockMs, blocksOf, describeBlock, isActive, type CostBlock } from './blocks.ts';
import { budgetSpent, type Budget, type BudgetSpent } from './budget.ts';
import { calendarOf, type Calendar } from './calendar.ts';
import { CostSum, countOf, rounded, type CostNumbers } from './numbers.ts';
import { usageBySteps } from './step-usage.ts';
import { refOf } from '../walk/step.ts';

export interface CostOptions extends Omit<UsageFilter, 'sessions' | 'under'> {
  /** `model` when absent, or `session` of one session and what came of it. */
  readonly by?: CostBy;
  /** What days, weeks and months are counted in; this machine's when absent. */
  readonly timezone?: string;
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: number;
}

export interface CostAnswer {
  /**
   * The session that was asked about, whose sub-agents, forks and resumes are counted with it; null for the archive.
   */
  readonly session: Session | null;
  readonly by: CostBy;
  readonly total: CostNumbers;
  /** The time zone of days, weeks and months. */
  readonly timezone: string;
  /** Highest cost first; days, weeks, months and blocks newest first. */
  readonly groups: readonly CostGroup[];
  /** Of the groups. */
  readonly groups_total: number;
  readonly truncated: boolean;
  readonly next: number | null;
  readonly prices: PricesUsed;
  /** Where config.json has a budget and the whole archive was asked about; else null. */
  readonly budget: BudgetSpent | null;
}

export interface CostGroup extends CostNumbers {
  /**
   * A uid, a model, a repository, an agent, a day (`2026-11-16`, of a week its Monday), a month (`2026-11`), the start of
   * a block (`2026-11-16T09:00:00.000Z`), or the id of a step, of a turn that of its prompt; null for what belongs to none.
   */
  readonly name: string | null;
  /** For a session: its title, and its relation to its parent. For a step: its summary. */
  readonly title?: string | null;
  readonly parent?: { readonly uid: SessionUid; readonly relation: Relation } | null;
  /** Of a block of five hours. */
  readonly block?: CostBlock;
}

/** What the computed part was computed with. */
export interface PricesUsed {
  /** When the table was last looked up. */
  readonly date: string;
  /** Models without a price, most tokens first. A null model is one that was not recorded. */
  readonly missing: readonly { readonly model: string | null; readonly tokens: number }[];
  /** Notes of the price table about these models. */
  readonly notes: readonly { readonly model: string; readonly note: string }[];
}

/** What is not asked of the store: prices, the budget and the time. */
export interface CostContext {
  readonly table: PriceTable;
  readonly now: number;
  readonly budget?: Budget | undefined;
}

/**
 * What all sessions cost that pass the filter. Copies that forks and resumes hold are counted once: where they were
 * made.
 */
export async function cost(
  read: StoreReader,
  { by = 'model', timezone, limit, after, ...filter }: CostOptions,
  context: CostContext,
): Promise<CostAnswer> {
  const { budget, table, now } = context;
  const spent = budget ? await budgetSpent(read, budget, table, now) : null;
  return { ...(await answer(read, { filter, by, timezone, limit, after, session: null }, context)), budget: spent };
}

/** What one session cost, with all that came of it. */
export function costOf(
  read: StoreReader,
  session: Session,
  { by = 'session', timezone, limit, after, ...filter }: CostOptions,
  context: CostContext,
): Promise<CostAnswer> {
  return answer(read, { filter: { ...filter, under: session.uid }, by, timezone, limit, after, session }, context);
}

interface Asked {
  readonly filter: UsageFilter;
  readonly by: CostBy;
  readonly timezone: string | undefined;
  readonly limit: number | undefined;
  readonly after: number | undefined;
  readonly session: Session | null;
}

const grouping: Readonly<Record<Exclude<CostBy, 'turn' | 'step'>, UsageBy>> = {
  session: 'session',
  model: 'nothing',
  repo: 'repo',
  agent: 'source',
  day: 'slot',
  week: 'slot',
  month: 'slot',
  block: 'slot',
};

/** Groups that follow one another in time. */
const periods: readonly CostBy[] = ['day', 'week', 'month', 'block'];

async function answer(
  read: StoreReader,
  { filter, by, timezone, limit = 30, after = 0, session }: Asked,
  { table, now }: CostContext,
): Promise<CostAnswer> {
  const isOfSteps = by === 'turn' || by === 'step';
  if (isOfSteps && session === null)
    throw new StemmaError('bad-argument', `Cost by ${by} is that of one session.`, {
      hint: 'Name a session, such as `stemma cost latest --by turn`.',
    });
  const calendar = calendarOf(timezone);
  const used = isOfSteps
    ? await usageBySteps(read, session!, by)
    : by === 'block'
      ? await usageInBlocks(read, filter)
      : await read.usage(filter, grouping[by]);
  const nameOf = namer(by, calendar);
  const groups = Map.groupBy(used, nameOf);
  const total = new CostSum(table);
  const models = byModel(used);
  for (const row of models) total.add(row);
  for (const row of await read.work(filter, 'nothing')) total.took(row);

  const ranked = [...groups]
    .map(([name, rows]) => rankOf(name, rows, table))
    .filter(({ usd, tokens }) => tokens > 0 || usd > 0);
  const all = ranked.sort(periods.includes(by) ? byTime : byMoney);
  // Of thousands of sessions only those that are shown are summed up, and asked how long they took.
  const shown = new Map(all.slice(after, after + limit).map(({ name }) => [name, sumOf(groups.get(name)!, table)]));
  for (const row of await workOf(
    read,
    by === 'session' ? { ...filter, sessions: [...shown.keys()] as SessionUid[] } : filter,
    by,
  ))
    shown.get(row.key)?.took(row);
  const page = [...shown].map(([name, sum]) => ({ name, ...sum.numbers() }));
  const end = after + page.length;
  return {
    session,
    by,
    timezone: calendar.zone,
    total: total.numbers(),
    groups:
      by === 'session'
        ? await titled(read, page)
        : isOfSteps
          ? await summarised(read, page)
          : by === 'block'
            ? await withBlocks(read, page, { filter, now })
            : page,
    groups_total: all.length,
    truncated: end < all.length,
    next: end < all.length ? end : null,
    prices: { date: table.date, ...pricesUsed(models, table) },
    budget: null,
  };
}

/** Where a block begins depends on what was used before, so everything is read, and blocks outside the time left out. */
async function usageInBlocks(
  read: StoreReader,
  { since = -Infinity, until = Infinity, ...filter }: UsageFilter,
): Promise<readonly UsageRow[]> {
  const used = (await read.usage(filter, 'slot')).filter(({ key }) => Number(key) > 0);
  const blocks = blocksOf(used.map(({ key }) => Number(key)));
  return used.flatMap((row) => {
    const start = blocks.get(Number(row.key))!;
    return start + blockMs > since && start <= until ? [{ ...row, key: start }] : [];
  });
}

async function withBlocks(
  read: StoreReader,
  groups: readonly Named[],
  { filter, now }: { readonly filter: UsageFilter; readonly now: number },
): Promise<readonly CostGroup[]> {
  return await Promise.all(
    groups.map(async (group): Promise<CostGroup> => {
      const start = Date.parse(group.name ?? '');
      const span = isActive(start, now)
        ? await read.usedBetween({ ...filter, since: start, until: start + blockMs - 1 })
        : undefined;
      return { ...group, block: describeBlock(start, group, { now, span }) };
    }),
  );
}

/** Of thousands of rows a handful: prices are looked up for these only. */
function byModel(used: readonly UsageRow[]): readonly UsageRow[] {
  const sums = new Map<
    string | null,
    { input: number; output: number; cache_read: number; cache_write: number; cache_write_1h: number; usd: number }[]
  >();
  for (const { model, tokens, usd } of used) {
    let pair = sums.get(model);
    if (pair === undefined) sums.set(model, (pair = [nothing(), nothing()]));
    const sum = pair[usd === null ? 0 : 1]!;
    sum.input += tokens.input;
    sum.output += tokens.output;
    sum.cache_read += tokens.cache_read;
    sum.cache_write += tokens.cache_write;
    sum.cache_write_1h += tokens.cache_write_1h ?? 0;
    sum.usd += usd ?? 0;
  }
  return [...sums].flatMap(([model, pair]) =>
    pair.map(({ usd, ...tokens }, isPaid) => ({ key: null, model, tokens, usd: isPaid === 1 ? usd : null })),
  );
}

function nothing() {
  return { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0, usd: 0 };
}

function sumOf(rows: readonly UsageRow[], table: PriceTable): CostSum {
  const sum = new CostSum(table);
  for (const row of rows) sum.add(row);
  return sum;
}

/** What groups are ranked by. */
function rankOf(name: string | null, rows: readonly UsageRow[], table: PriceTable): Ranked {
  let [usd, tokens] = [0, 0];
  for (const row of rows) {
    usd += row.usd ?? usdOf(row.model, row.tokens, table) ?? 0;
    tokens += countOf(row.tokens);
  }
  return { name, usd: rounded(usd), tokens };
}

function namer(by: CostBy, calendar: Calendar): (row: UsageRow) => string | null {
  if (by === 'model') return ({ model }) => model;
  if (by === 'block') return ({ key }) => new Date(Number(key)).toISOString();
  if (by !== 'day' && by !== 'week' && by !== 'month') return ({ key }) => (key === null ? null : String(key));
  // Nothing was used in 1970: it has no time.
  return ({ key }) => (Number(key) === 0 ? null : calendar[by](Number(key)));
}

/** A session's time and turns are nobody's in particular of its models and days. */
async function workOf(read: StoreReader, filter: UsageFilter, by: CostBy): Promise<readonly WorkRow[]> {
  return by === 'session' || by === 'repo' || by === 'agent' ? read.work(filter, by === 'agent' ? 'source' : by) : [];
}

type Named = CostNumbers & { readonly name: string | null };

interface Ranked {
  readonly name: string | null;
  readonly usd: number;
  readonly tokens: number;
}

function byTime(a: Ranked, b: Ranked): number {
  return (a.name ?? '') < (b.name ?? '') ? 1 : -1;
}

function byMoney(a: Ranked, b: Ranked): number {
  return b.usd - a.usd || b.tokens - a.tokens || ((a.name ?? '') < (b.name ?? '') ? -1 : 1);
}

async function titled(read: StoreReader, groups: readonly Named[]): Promise<readonly CostGroup[]> {
  const headings = new Map(
    (await read.headings(groups.map(({ name }) => name as SessionUid))).map((heading) => [heading.uid, heading]),
  );
  return groups.map((group): CostGroup => {
    const { title = null, parent = null, relation = null } = headings.get(group.name as SessionUid) ?? {};
    return { ...group, title, parent: parent === null ? null : { uid: parent, relation: relation! } };
  });
}

async function summarised(read: StoreReader, groups: readonly Named[]): Promise<readonly CostGroup[]> {
  const steps = groups.flatMap(({ name }) => (name === null ? [] : [refOf(name as EventId)]));
  const events = new Map((await read.eventsOf(steps)).map((event) => [event.id as string, event]));
  return groups.map((group): CostGroup => ({ ...group, title: events.get(group.name ?? '')?.summary ?? null }));
}

function pricesUsed(used: readonly UsageRow[], table: PriceTable): Omit<PricesUsed, 'date'> {
  const missing = new Map<string | null, number>();
  const notes = new Map<string, string>();
  for (const { model, tokens, usd } of used) {
    if (usd !== null || countOf(tokens) === 0) continue;
    const price = model === null ? undefined : priceOf(model, table);
    if (price === undefined) missing.set(model, (missing.get(model) ?? 0) + countOf(tokens));
    else if (price.note !== undefined) notes.set(model!, price.note);
  }
  return {
    missing: [...missing].map(([model, tokens]) => ({ model, tokens })).toSorted((a, b) => b.tokens - a.tokens),
    notes: [...notes].map(([model, note]) => ({ model, note })).toSorted((a, b) => (a.model < b.model ? -1 : 1)),
  };
}
