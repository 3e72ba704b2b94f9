import type { Tokens } from '../../../model/event.ts';
import { number, object } from '../../../platform/parse-records.ts';

/**
 * What was counted of a model response so far: input, output, read from and written to the cache, and of the latter
 * for an hour.
 */
export type Counted = readonly [
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  cacheWrite1h: number,
];

export const nothing: Counted = [0, 0, 0, 0, 0];

/** The usage of a record's message. The synthetic ones, made by Claude Code itself, cost nothing. */
export function usageOf(message: Readonly<Record<string, unknown>>): Counted {
  const usage = object(message['usage']);
  if (message['model'] === '<synthetic>') return nothing;
  return [
    number(usage['input_tokens']) ?? 0,
    number(usage['output_tokens']) ?? 0,
    number(usage['cache_read_input_tokens']) ?? 0,
    number(usage['cache_creation_input_tokens']) ?? 0,
    number(object(usage['cache_creation'])['ephemeral_1h_input_tokens']) ?? 0,
  ];
}

/**
 * Every line of a response repeats its usage; before 2.1.325 the first lines have what was known at the beginning and
 * only the last has the total. So a line adds only the increase.
 */
export function countUsage(
  before: Counted,
  now: Counted,
): { readonly counted: Counted; readonly tokens: Tokens | undefined } {
  const more = now.map((count, at) => Math.max(0, count - (before[at] ?? 0))) as unknown as Counted;
  const tokens = tokensOf(more);
  return tokens === undefined ? { counted: before, tokens } : { counted: plus(before, more), tokens };
}

export function tokensOf([input, output, cache_read, cache_write, hour]: Counted): Tokens | undefined {
  if (input + output + cache_read + cache_write === 0) return undefined;
  return { input, output, cache_read, cache_write, ...(hour > 0 && { cache_write_1h: Math.min(hour, cache_write) }) };
}

export function plus(a: Counted, b: Counted): Counted {
  return b.map((count, at) => count + (a[at] ?? 0)) as unknown as Counted;
}
