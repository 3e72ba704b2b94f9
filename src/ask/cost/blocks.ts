import type { CostNumbers } from './numbers.ts';

const hourMs = 60 * 60 * 1000;
export const blockMs = 5 * hourMs;

/** Five hours from the full hour (UTC) of the first use on, as subscriptions count their limits. */
export interface CostBlock {
  readonly from: string;
  readonly to: string;
  readonly is_active: boolean;
  /** First and last use in it; of the active block only. */
  readonly first_at: string | null;
  readonly last_at: string | null;
  /** Per hour between first and last use; of the active block, from its second use on. */
  readonly usd_per_hour: number | null;
  readonly tokens_per_minute: number | null;
  /** What the block will have cost at its end if use goes on like this. */
  readonly projected_usd: number | null;
  readonly projected_tokens: number | null;
}

/** The block of each of these times, by its start. Times are accurate to half an hour; blocks begin on the hour. */
export function blocksOf(times: Iterable<number>): ReadonlyMap<number, number> {
  const blocks = new Map<number, number>();
  let start = -Infinity;
  for (const at of [...new Set(times)].toSorted((a, b) => a - b)) {
    if (at >= start + blockMs) start = Math.floor(at / hourMs) * hourMs;
    blocks.set(at, start);
  }
  return blocks;
}

export function isActive(start: number, now: number): boolean {
  return start <= now && now < start + blockMs;
}

/** `span`: the first and last use of the active block, in milliseconds. */
export function describeBlock(
  start: number,
  numbers: CostNumbers,
  {
    now,
    span,
  }: { readonly now: number; readonly span?: { readonly first: number; readonly last: number } | undefined },
): CostBlock {
  const none = { usd_per_hour: null, tokens_per_minute: null, projected_usd: null, projected_tokens: null };
  const about = {
    from: new Date(start).toISOString(),
    to: new Date(start + blockMs).toISOString(),
    is_active: isActive(start, now),
    first_at: span ? new Date(span.first).toISOString() : null,
    last_at: span ? new Date(span.last).toISOString() : null,
  };
  if (!span || span.last <= span.first) return { ...about, ...none };
  const tokens = numbers.input_tokens + numbers.output_tokens + numbers.cache_read_tokens + numbers.cache_write_tokens;
  const minutes = (span.last - span.first) / 60_000;
  const left = (start + blockMs - now) / 60_000;
  const usd = numbers.usd ?? 0;
  return {
    ...about,
    usd_per_hour: (usd / minutes) * 60,
    tokens_per_minute: tokens / minutes,
    projected_usd: usd + (usd / minutes) * left,
    projected_tokens: Math.round(tokens + (tokens / minutes) * left),
  };
}
