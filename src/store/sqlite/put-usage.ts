import type { Key } from '../../model/ids.ts';
import { usageSums, type Used } from '../rows/usage-sums.ts';
import type { Connection } from './connection.ts';

/** Adds to the sums of a session, or takes from them. */
export function addUsage(
  connection: Connection,
  { tree, session, sign }: { readonly tree: Key; readonly session: number; readonly sign: 1 | -1 },
  events: Iterable<Used>,
): void {
  for (const { key, counts } of usageSums(events, sign)) {
    connection.run(
      `insert into usage values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict do update set input = input + excluded.input, output = output + excluded.output, cache_read = cache_read + excluded.cache_read,
          cache_write = cache_write + excluded.cache_write, cache_write_1h = cache_write_1h + excluded.cache_write_1h, usd = usd + excluded.usd`,
      tree,
      session,
      ...key,
      ...counts,
    );
  }
}
