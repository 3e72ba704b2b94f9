import { rows, type Query } from '../../queries/query.ts';
import { descent, root, usageConditions, usageKeys } from '../../queries/usage/usage.ts';
import type { UsageBy, UsageFilter, UsageRow } from '../../store.ts';
import { sqliteDialect } from '../dialect.ts';

type Sums = readonly [
  key: string | number | null,
  model: string,
  paid: number,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  cacheWrite1h: number,
  usd: number,
];

/** From stored sums, never from events. */
export function* usage(filter: UsageFilter, by: UsageBy): Query<readonly UsageRow[]> {
  const conditions = usageConditions(sqliteDialect, filter);
  const isNarrow =
    filter.since !== undefined ||
    filter.until !== undefined ||
    filter.sessions !== undefined ||
    filter.under !== undefined;
  const from = isNarrow
    ? 'session s cross join usage u on u.tree = s.tree and u.session = s.session'
    : 'usage u cross join session s on s.tree = u.tree and s.session = u.session';
  // The rows of a session are adjacent, and mostly there is one: sorting thousands of them by name takes longer than
  // reading them.
  const isBySession = by === 'session';
  const sums = summed.map((column) => (isBySession ? `u.${column}` : `sum(u.${column})`)).join(', ');
  const found = yield* rows<Sums>(
    `${descent(sqliteDialect, filter)}
     select ${usageKeys[by]}, coalesce(nullif(u.model, ''), s.model, ''), u.paid, ${sums}
       from ${from} ${conditions.where} ${isBySession ? '' : 'group by 1, 2, 3'}`,
    ...root(filter),
    ...conditions.values,
  );
  const usageRows = found.map(toUsageRow);
  return isBySession ? addedUp(usageRows) : usageRows;
}

const summed = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_1h', 'usd'] as const;

/** One row for each session, model, and whether it was paid for. */
function addedUp(rows: readonly UsageRow[]): readonly UsageRow[] {
  const all: UsageRow[] = [];
  let first = 0;
  for (const row of rows) {
    if (all[first]?.key !== row.key) first = all.length;
    let same = first;
    while (same < all.length && (all[same]!.model !== row.model || (all[same]!.usd === null) !== (row.usd === null)))
      same += 1;
    all[same] = same === all.length ? row : sumOf(all[same]!, row);
  }
  return all;
}

function sumOf(a: UsageRow, b: UsageRow): UsageRow {
  const longest = (a.tokens.cache_write_1h ?? 0) + (b.tokens.cache_write_1h ?? 0);
  const add = (kind: 'input' | 'output' | 'cache_read' | 'cache_write') => a.tokens[kind] + b.tokens[kind];
  return {
    ...a,
    tokens: {
      input: add('input'),
      output: add('output'),
      cache_read: add('cache_read'),
      cache_write: add('cache_write'),
      ...(longest > 0 && { cache_write_1h: longest }),
    },
    usd: a.usd === null ? null : a.usd + b.usd!,
  };
}

function toUsageRow([key, model, paid, input, output, cache_read, cache_write, cache_write_1h, usd]: Sums): UsageRow {
  return {
    key,
    model: model === '' ? null : model,
    // Thousands of them: without an intermediate object.
    tokens:
      cache_write_1h > 0
        ? { input, output, cache_read, cache_write, cache_write_1h }
        : { input, output, cache_read, cache_write },
    usd: paid === 1 ? usd : null,
  };
}
