import type { Key } from '../../model/ids.ts';
import type { EventRow } from '../store.ts';
import type { Connection } from './connection.ts';
import { whole } from './whole.ts';

/** What an event used, as it is kept with it. */
export interface Used {
  readonly at: number | null;
  readonly model: string | null;
  readonly input: number | null;
  readonly output: number | null;
  readonly cache_read: number | null;
  readonly cache_write: number | null;
  readonly cache_write_1h: number | null;
  readonly usd: number | null;
}

export function usedBy({ at, model, tokens, usd }: EventRow): Used {
  const count = (value: number | undefined) => (tokens === null ? null : (whole(value) ?? 0));
  return {
    at: whole(at), model, usd,
    input: count(tokens?.input), output: count(tokens?.output), cache_read: count(tokens?.cache_read), cache_write: count(tokens?.cache_write), cache_write_1h: count(tokens?.cache_write_1h),
  };
}

export const slotMs = 30 * 60 * 1000;

/** Adds to the sums of a session, or takes from them. Several events of one slot and model are one row. */
export function addUsage(connection: Connection, { tree, session, sign }: { readonly tree: Key; readonly session: number; readonly sign: 1 | -1 }, events: Iterable<Used>): void {
  const sums = new Map<string, { readonly key: readonly [string, number, number]; readonly counts: number[] }>();
  for (const { at, model, usd, ...tokens } of events) {
    if (tokens.input === null && usd === null) continue;
    const key = [model ?? '', Number(usd !== null), Math.floor((at ?? 0) / slotMs)] as const;
    const name = key.join('\0');
    let sum = sums.get(name);
    if (sum === undefined) sums.set(name, (sum = { key, counts: [0, 0, 0, 0, 0, 0] }));
    const more = [tokens.input, tokens.output, tokens.cache_read, tokens.cache_write, tokens.cache_write_1h, usd];
    for (const [index, count] of more.entries()) sum.counts[index]! += sign * (count ?? 0);
  }
  for (const { key, counts } of sums.values()) {
    connection.run(
      `insert into usage values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict do update set input = input + excluded.input, output = output + excluded.output, cache_read = cache_read + excluded.cache_read,
          cache_write = cache_write + excluded.cache_write, cache_write_1h = cache_write_1h + excluded.cache_write_1h, usd = usd + excluded.usd`,
      tree, session, ...key, ...counts,
    );
  }
}
