import type { EventRow } from '../store.ts';
import { whole } from './whole.ts';

/** What an event used, as stored with it. */
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
    at: whole(at),
    model,
    usd,
    input: count(tokens?.input),
    output: count(tokens?.output),
    cache_read: count(tokens?.cache_read),
    cache_write: count(tokens?.cache_write),
    cache_write_1h: count(tokens?.cache_write_1h),
  };
}

export const slotMs = 30 * 60 * 1000;

/** Towards zero, also before 1970, as databases divide. */
function slotOf(at: number | null): number {
  // Never -0, which is another key.
  return Math.trunc((at ?? 0) / slotMs) + 0;
}

/** The sums of its session that an event adds to, and by how much. */
export interface UsageSum {
  readonly key: readonly [model: string, paid: number, slot: number];
  /** Tokens in, out, read from the cache, written to it, of these for an hour; dollars. */
  readonly counts: readonly number[];
}

/** What these events used, by model and time: several events of one slot and model are one sum. */
export function usageSums(events: Iterable<Used>, sign: 1 | -1): readonly UsageSum[] {
  const sums = new Map<string, { readonly key: UsageSum['key']; readonly counts: number[] }>();
  for (const { at, model, usd, ...tokens } of events) {
    if (tokens.input === null && usd === null) continue;
    const key = [model ?? '', Number(usd !== null), slotOf(at)] as const;
    const name = key.join('\0');
    let sum = sums.get(name);
    if (sum === undefined) sums.set(name, (sum = { key, counts: [0, 0, 0, 0, 0, 0] }));
    const more = [tokens.input, tokens.output, tokens.cache_read, tokens.cache_write, tokens.cache_write_1h, usd];
    for (const [index, count] of more.entries()) sum.counts[index]! += sign * (count ?? 0);
  }
  return [...sums.values()];
}
