import { all, type Query } from '../../queries/query.ts';
import { descendantUids, usageConditions, usageKeys } from '../../queries/usage/usage.ts';
import type { UsageBy, UsageFilter, UsageRow } from '../../store.ts';
import { postgresDialect } from '../dialect.ts';

interface Sums {
  readonly key: string | number | null;
  readonly model: string;
  readonly paid: number;
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly cache_write_1h: number;
  readonly usd: unknown;
}

/** From stored sums, never from events. */
export function* usage({ under, ...filter }: UsageFilter, by: UsageBy): Query<readonly UsageRow[]> {
  const { dollars } = postgresDialect;
  const conditions = usageConditions(postgresDialect, filter);
  // Looked up before: a recursive query cannot be joined with a distributed table.
  if (under !== undefined)
    conditions.add(postgresDialect.isIn('s.uid', 'text'), yield* descendantUids(postgresDialect, under));
  const sums = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_1h']
    .map((column) => `sum(u.${column}) as ${column}`)
    .join(', ');
  const found = yield* all<Sums>(
    `select ${usageKeys[by]} as key, coalesce(nullif(u.model, ''), s.model, '') as model, u.paid as paid, ${sums},
            ${dollars.sum('u.usd')} filter (where u.paid = 1) as usd
       from session s join usage u on u.tree = s.tree and u.session = s.session ${conditions.where}
      group by 1, 2, 3 order by 1 nulls first, 2, 3`,
    ...conditions.values,
  );
  return found.map(({ key, model, paid, usd, cache_write_1h, ...tokens }) => ({
    key,
    model: model === '' ? null : model,
    tokens: { ...tokens, ...(cache_write_1h > 0 && { cache_write_1h }) },
    usd: paid === 1 ? (dollars.total(usd) ?? 0) : null,
  }));
}
