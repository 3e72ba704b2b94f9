import type { Tokens } from '../../model/event.ts';
import { number, object } from '../../platform/parse-records.ts';

/** The usage of a response: input includes the cached part; thoughts and tool tokens are counted separately. */
export function usageOf(tokens: unknown): Tokens | undefined {
  const counts = object(tokens);
  const count = (field: string) => Math.max(0, number(counts[field]) ?? 0);
  const [input, cached] = [count('input') + count('tool'), count('cached')];
  const output = count('output') + count('thoughts');
  return input + output === 0
    ? undefined
    : { input: Math.max(0, input - cached), output, cache_read: cached, cache_write: 0 };
}
