import type { Activity } from '../../model/digest.ts';
import type { PriceTable } from '../../memory/cost/price.ts';
import type { SessionFilter, SessionPreview, StoreReader, UsageRow } from '../../store/store.ts';
import { CostSum } from '../cost/numbers.ts';
import { withRunning, type ListedSession } from '../sessions/running.ts';
import type { BrowseAnswer, BrowsedSession } from './answer.ts';

export type * from './answer.ts';

export interface BrowseOptions extends Omit<SessionFilter, 'topLevel'> {
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: number;
}

/** Sessions to look through, newest first: those at the top, or those that came of one. */
export async function browse(
  read: StoreReader,
  { limit = 50, after = 0, ...filter }: BrowseOptions,
  { table, now }: { readonly table: PriceTable; readonly now: number },
): Promise<BrowseAnswer> {
  const isTop = filter.parent === undefined;
  // A sub-agent that did nothing is one of those that came of it all the same.
  const { sessions, total } = await read.sessions(
    { notEmpty: isTop, ...filter, topLevel: isTop },
    { limit, offset: after },
  );
  const previews = await read.previews(sessions.map(({ uid }) => uid));
  const used = await usageOf(read, previews);
  const listed = await withRunning(read, sessions, now);
  const end = after + sessions.length;
  return {
    sessions: listed.map((session, at) => toBrowsed(session, previews[at]!, used, table)),
    total,
    truncated: end < total,
    next: end < total ? end : null,
  };
}

function toBrowsed(
  session: ListedSession,
  { edited, activity, children, descendants, outcome_reason }: SessionPreview,
  used: ReadonlyMap<UsageRow['key'], readonly UsageRow[]>,
  table: PriceTable,
): BrowsedSession {
  const sum = new CostSum(table);
  const rows = descendants.flatMap((uid) => used.get(uid) ?? []);
  for (const row of rows) sum.add(row);
  const { usd, usd_is_exact } = sum.numbers();
  return {
    ...session,
    outcome_reason: session.running ? null : outcome_reason,
    activity: activity && padded(activity),
    edited,
    children,
    children_usd: rows.length === 0 ? null : usd,
    children_usd_is_exact: usd_is_exact,
  };
}

async function usageOf(
  read: StoreReader,
  previews: readonly SessionPreview[],
): Promise<ReadonlyMap<UsageRow['key'], readonly UsageRow[]>> {
  const sessions = previews.flatMap(({ descendants }) => descendants);
  return Map.groupBy(sessions.length === 0 ? [] : await read.usage({ sessions }, 'session'), ({ key }) => key);
}

/** A number for every stretch. */
function padded(activity: Activity): Activity {
  return { ...activity, failures: activity.steps.map((_, at) => activity.failures[at] ?? 0) };
}
