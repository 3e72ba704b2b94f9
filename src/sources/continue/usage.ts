import type { Tokens } from '../../model/event.ts';
import { number, object } from '../../platform/parse-records.ts';

/**
 * The usage of a response, with the names of `cn` (`prompt_tokens`) or of the editors (`promptTokens`). Prompt tokens
 * include the cached ones.
 */
export function usageOf(value: unknown): Tokens | undefined {
  const usage = object(value);
  const details = object(usage['prompt_tokens_details'] ?? usage['promptTokensDetails']);
  const prompt = countOf(usage, 'prompt_tokens', 'promptTokens');
  const output = countOf(usage, 'completion_tokens', 'completionTokens');
  const cached = countOf(details, 'cached_tokens', 'cachedTokens', 'cache_read_tokens');
  const written = countOf(details, 'cache_write_tokens', 'cacheWriteTokens');
  return prompt + output === 0
    ? undefined
    : { input: Math.max(0, prompt - cached - written), output, cache_read: cached, cache_write: written };
}

function countOf(counts: Readonly<Record<string, unknown>>, ...names: readonly string[]): number {
  for (const name of names) {
    const count = number(counts[name]);
    if (count !== undefined) return Math.max(0, count);
  }
  return 0;
}
