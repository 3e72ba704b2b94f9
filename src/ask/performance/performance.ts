import type { Session } from '../../model/session.ts';
import type { Heading, StoreReader } from '../../store/store.ts';
import type { Listed, PerformanceAnswer, Retries, SubagentWork, TokenSums, Wait } from './answer.ts';
import { Ledger } from './ledger.ts';
import { Sums } from './sums.ts';
import { trendOf } from './trend.ts';

export type * from './answer.ts';

export interface PerformanceOptions {
  /** At most so many tools, models and sub-agents of each list; 15 when absent. */
  readonly limit?: number;
}

/**
 * Where the time and the tokens of a session went. Reads it once from its beginning, a page at a time, with its
 * sub-agents.
 */
export async function performance(
  read: StoreReader,
  session: Session,
  { limit = 15 }: PerformanceOptions = {},
): Promise<PerformanceAnswer> {
  const sums = new Sums();
  const { time, waits } = await follow(read, session, sums);
  const came = await subagentsOf(read, session);
  const subagents: SubagentWork[] = [];
  for (const child of came.slice(0, mostRead)) {
    const found = await read.session(child.uid);
    if (found) subagents.push(await subagentWork(read, found, child, sums));
  }
  const list = <Item>(items: readonly Item[], total = items.length): Listed<Item> => ({
    total,
    truncated: total > Math.min(limit, items.length),
    items: items.slice(0, limit),
  });
  return {
    session,
    time,
    tokens: sums.total,
    tools: list([...sums.tools.values()].toSorted((a, b) => b.took_s - a.took_s || b.calls - a.calls)),
    acts: [...sums.acts.values()].toSorted((a, b) => b.took_s - a.took_s || b.calls - a.calls),
    models: list(
      [...sums.models.values()].toSorted((a, b) => all(b.tokens) - all(a.tokens) || b.waited_s - a.waited_s),
    ),
    subagents: list(
      subagents.toSorted((a, b) => all(b.tokens) - all(a.tokens) || b.time.span_s - a.time.span_s),
      came.length,
    ),
    slowest: sums.slowest.items(),
    waits,
    retries: retriesIn(sums),
    trend: await trendOf(read, session),
    untimed: sums.untimed,
    not_recorded: session.not_recorded,
  };
}

const page = 1000;
/** Sub-agents that are read; the others are only counted. */
const mostRead = 1000;
const mostDescendants = 10_000;

async function follow(
  read: StoreReader,
  { uid, model }: Session,
  sums: Sums,
): Promise<{ readonly time: PerformanceAnswer['time']; readonly waits: readonly Wait[] }> {
  const ledger = new Ledger(sums, model);
  for (let after = 0; ;) {
    const events = await read.events(uid, { after, limit: page });
    for (const event of events) ledger.event(event);
    if (events.length < page) return ledger.end();
    after = events.at(-1)!.seq;
  }
}

/** What was done for the session: not what goes on from it, which is work of its own. */
async function subagentsOf(read: StoreReader, { uid }: Session): Promise<readonly Heading[]> {
  const inside = new Set([uid]);
  return (await read.descendants(uid, mostDescendants)).filter(({ uid: child, parent, relation }) => {
    const isInside = relation === 'subagent' && parent !== null && inside.has(parent) && child !== uid;
    if (isInside) inside.add(child);
    return isInside;
  });
}

async function subagentWork(
  read: StoreReader,
  session: Session,
  { uid, title, parent }: Heading,
  sums: Sums,
): Promise<SubagentWork> {
  const before = { tokens: { ...sums.total }, ...counts(sums) };
  const { time } = await follow(read, session, sums);
  const after = counts(sums);
  const tokens = {
    input: sums.total.input - before.tokens.input,
    output: sums.total.output - before.tokens.output,
    cache: sums.total.cache - before.tokens.cache,
  };
  return {
    uid,
    title,
    parent,
    calls: after.calls - before.calls,
    failed: after.failed - before.failed,
    retries: after.retries - before.retries,
    time,
    tokens,
  };
}

function counts({ all: { calls, failed, retries } }: Sums): {
  readonly calls: number;
  readonly failed: number;
  readonly retries: number;
} {
  return { calls, failed, retries };
}

function retriesIn({ again, tools }: Sums): Retries {
  const byTool = [...tools.values()].filter(({ retries }) => retries > 0).toSorted((a, b) => b.retries - a.retries);
  return {
    calls: again.calls,
    took_s: again.ms / 1000,
    failed_took_s: again.failedMs / 1000,
    tokens: again.tokens,
    by_tool: byTool.slice(0, 10).map(({ tool, retries, took_s }) => ({ tool, retries, took_s })),
  };
}

function all({ input, output, cache }: TokenSums): number {
  return input + output + cache;
}
