import type { Tokens } from '../../model/event.ts';
import { isObject, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { usageText } from '../reader/usage-text.ts';
import type { PiContext } from './record-context.ts';

/** The usage of one model response, and its cost by pi's own prices. */
export function usedIn(usage: unknown): { readonly tokens?: Tokens | undefined; readonly usd?: number | undefined } {
  return isObject(usage) ? { tokens: tokensOf(usage), usd: number(object(usage['cost'])['total']) } : {};
}

/** The cached part is not part of the input; thinking is part of the output. */
function tokensOf(usage: JsonObject): Tokens | undefined {
  const [input, output, cache_read, cache_write] = ['input', 'output', 'cacheRead', 'cacheWrite'].map((field) =>
    Math.max(0, number(usage[field]) ?? 0),
  ) as [number, number, number, number];
  return input + output + cache_read + cache_write === 0 ? undefined : { input, output, cache_read, cache_write };
}

/** Used outside any response of the conversation, such as to keep the cache warm. */
export function usageEntry(context: PiContext): void {
  used(context, context.key, context.entry.json['usage']);
}

/** A response that left nothing else. */
export function used(context: PiContext, key: string, usage: unknown): void {
  const { tokens, usd } = usedIn(usage);
  if (!tokens) return;
  const text = usageText(tokens);
  context.emit(
    key,
    { is: 'lifecycle', type: 'usage', text },
    { native: context.entry.id, role: 'system', parent: context.above.event, turn: context.above.turn, tokens, usd },
  );
}
