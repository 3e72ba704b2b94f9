import type { Tokens } from '../../model/event.ts';
import { number, object } from '../../platform/parse-records.ts';
import type { Message } from './record.ts';

/** What it cost, where Cline knows. */
export function costOf(message: Message): number | undefined {
  const metrics = object(message['metrics']);
  return number(metrics['cost']) ?? number(metrics['totalCost']);
}

/** What a response used. Input counts include what came from the cache. */
export function usageOf(message: Message): Tokens | undefined {
  const metrics = object(message['metrics']);
  // The extension's tasks: {tokens: {prompt, completion, cached}}.
  const tokens = object(metrics['tokens']);
  const count = (...values: readonly unknown[]) =>
    Math.max(0, values.map(number).find((value) => value !== undefined) ?? 0);
  const input = count(metrics['inputTokens'], tokens['prompt']);
  const output = count(metrics['outputTokens'], tokens['completion']);
  const [read, written] = [count(metrics['cacheReadTokens'], tokens['cached']), count(metrics['cacheWriteTokens'])];
  return input + output + read + written === 0
    ? undefined
    : { input: Math.max(0, input - read - written), output, cache_read: read, cache_write: written };
}
