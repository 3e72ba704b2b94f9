import type { Tokens } from '../../model/event.ts';
import { number, object } from '../../platform/parse-records.ts';

/**
 * What a response used: what went in includes what came from the cache, thoughts and what tools added are counted
 * apart.
 */
export function usageOf(tokens: unknown): Tokens | undefined {
  const counts = object(tokens);
  const count = (field: string) => Math.max(0, number(counts[field]) ?? 0);
  const [input, cached] = [count('input') + count('tool'), count('cached')];
  const output = count('output') + count('thoughts');
  return input + output === 0
    ? undefined
    : { input: Math.max(0, input - cached), output, cache_read: cached, cache_write: 0 };
}
