import type { Tokens } from '../../model/event.ts';
import { isObject, number } from '../../platform/parse-records.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';

/** What one model response used. pi counts the cached part beside the input, and thinking among the output. */
export function tokensOf(usage: unknown): Tokens | undefined {
  if (!isObject(usage)) return undefined;
  const [input, output, cache_read, cache_write] = ['input', 'output', 'cacheRead', 'cacheWrite'].map((field) => Math.max(0, number(usage[field]) ?? 0)) as [number, number, number, number];
  return input + output + cache_read + cache_write === 0 ? undefined : { input, output, cache_read, cache_write };
}

/** Used outside any response of the conversation, such as to keep the cache warm. */
export function usageEntry(page: Page): void {
  const tokens = tokensOf(page.entry.json['usage']);
  if (!tokens) return;
  const text = `${tokens.input + tokens.cache_read + tokens.cache_write} tokens in (${tokens.cache_read} cached), ${tokens.output} out`;
  emit(page, page.key, { is: 'lifecycle', type: 'usage', text }, { native: page.entry.id, role: 'system', parent: page.above.event, turn: page.above.turn, tokens });
}
