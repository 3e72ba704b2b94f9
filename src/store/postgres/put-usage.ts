import type { Key } from '../../model/ids.ts';
import { usageSums, type Used } from '../rows/usage-sums.ts';
import type { Sql } from './sql.ts';

/** Adds to the sums of a session, or takes from them. */
export async function addUsage(
  sql: Sql,
  { tree, session, sign }: { readonly tree: Key; readonly session: number; readonly sign: 1 | -1 },
  events: Iterable<Used>,
): Promise<void> {
  const columns = {
    tree: 'bigint',
    session: 'integer',
    model: 'text',
    paid: 'smallint',
    slot: 'bigint',
    input: 'bigint',
    output: 'bigint',
    cache_read: 'bigint',
    cache_write: 'bigint',
    cache_write_1h: 'bigint',
    usd: 'double precision',
  };
  const rows = usageSums(events, sign).map(
    ({ key: [model, paid, slot], counts: [input, output, cache_read, cache_write, cache_write_1h, usd] }) => ({
      tree,
      session,
      model,
      paid,
      slot,
      input,
      output,
      cache_read,
      cache_write,
      cache_write_1h,
      usd,
    }),
  );
  await sql.insert(
    'usage',
    columns,
    rows,
    `on conflict (tree, session, model, paid, slot) do update set input = usage.input + excluded.input, output = usage.output + excluded.output,
       cache_read = usage.cache_read + excluded.cache_read, cache_write = usage.cache_write + excluded.cache_write,
       cache_write_1h = usage.cache_write_1h + excluded.cache_write_1h, usd = usage.usd + excluded.usd`,
  );
}
