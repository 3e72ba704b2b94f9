import type { Tokens } from '../../model/event.ts';
import { name, number } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { usageText } from '../reader/usage-text.ts';
import type { GooseContext } from './memory.ts';

/** The input includes what came from the cache or went into it; it is taken off, unless the total says otherwise. */
export function tokensOf(usage: JsonObject): Tokens | undefined {
  const count = (...fields: readonly string[]) => Math.max(0, ...fields.map((field) => number(usage[field]) ?? 0));
  const input = count('inputTokens', 'input_tokens');
  const output = count('outputTokens', 'output_tokens');
  const read = count('cacheReadInputTokens', 'cacheReadTokens', 'cache_read_tokens');
  const write = count('cacheWriteInputTokens', 'cacheWriteTokens', 'cache_write_tokens');
  if (input + output + read + write === 0) return undefined;
  const total = count('totalTokens', 'total_tokens');
  const isApart = read + write > 0 && total === input + output + read + write;
  return {
    input: isApart ? input : Math.max(0, input - read - write),
    output,
    cache_read: read,
    cache_write: write,
  };
}

/** A request that no message has the usage of: a compaction, or any of a version that wrote it only here. */
export function usedApart(context: GooseContext, row: JsonObject): void {
  const tokens = tokensOf(row);
  if (!tokens) return;
  context.memory.hasUsage = true;
  const seconds = number(row['created_timestamp']);
  const key = `usage:${number(row['id']) ?? context.key}`;
  context.emit(
    key,
    { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
    {
      native: key,
      at: seconds === undefined ? undefined : seconds * 1000,
      role: 'system',
      tokens,
      usd: number(row['cost']),
      model: name(row['model']) ?? context.memory.model,
    },
  );
}
