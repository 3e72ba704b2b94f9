import type { Tokens } from '../../model/event.ts';
import { number, object } from '../../platform/parse-records.ts';

/** What was counted of a model response so far: input, output, read from and written to the cache. */
export type Counted = readonly [input: number, output: number, cacheRead: number, cacheWrite: number];

export const nothing: Counted = [0, 0, 0, 0];

/** The usage of a record's message. The synthetic ones, made by Claude Code itself, cost nothing. */
export function usageOf(message: Readonly<Record<string, unknown>>): Counted {
  const usage = object(message['usage']);
  if (message['model'] === '<synthetic>') return nothing;
  return [
    number(usage['input_tokens']) ?? 0,
    number(usage['output_tokens']) ?? 0,
    number(usage['cache_read_input_tokens']) ?? 0,
    number(usage['cache_creation_input_tokens']) ?? 0,
  ];
}

/**
 * Every line of a response repeats its usage; before 2.1.325 the first lines have what was known when the response
 * began and only the last the whole. So a line adds what is more than before.
 */
export function countUsage(before: Counted, now: Counted): { readonly counted: Counted; readonly tokens: Tokens | undefined } {
  const [input, output, read, write] = [0, 1, 2, 3].map((at) => Math.max(0, now[at]! - before[at]!)) as [number, number, number, number];
  if (input + output + read + write === 0) return { counted: before, tokens: undefined };
  return {
    counted: [before[0] + input, before[1] + output, before[2] + read, before[3] + write],
    tokens: { input, output, cache_read: read, cache_write: write },
  };
}
