import type { Tokens } from '../../../model/event.ts';
import { number, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { usageText } from '../../reader/usage-text.ts';
import { nameByTime } from './keys.ts';
import type { OpenCodeContext, Response } from './memory.ts';
import { placeOf } from './messages.ts';

/**
 * The usage of a response is recorded after all of it: it is an event of its own. Messages repeat the figures, and so
 * does the session, as sums.
 */
export function used(
  context: OpenCodeContext,
  { id, response }: { readonly id: string; readonly response: Response | undefined },
  value: JsonObject,
  at: number | undefined,
): void {
  const tokens = tokensOf(object(value['tokens']));
  if (!tokens) return;
  const { key } = nameByTime(context.memory, 'usage', id, response?.created);
  const text = usageText(tokens);
  context.emit(
    key,
    { is: 'lifecycle', type: 'usage', text },
    {
      native: key,
      at: at ?? response?.completed ?? response?.created,
      role: 'system',
      tokens,
      usd: number(value['cost']),
      ...placeOf(context, response),
    },
  );
}

/**
 * The input excludes the cached part. Thoughts are not part of the output where there is a total; otherwise they are.
 */
export function tokensOf(usage: JsonObject): Tokens | undefined {
  const count = (value: unknown) => Math.max(0, number(value) ?? 0);
  const cache = object(usage['cache']);
  const [input, answered, thought, read, write] = [
    usage['input'],
    usage['output'],
    usage['reasoning'],
    cache['read'],
    cache['write'],
  ].map(count) as [number, number, number, number, number];
  const isApart = thought > 0 && count(usage['total']) >= input + answered + thought + read + write;
  const output = isApart ? answered + thought : answered;
  return input + output + read + write === 0 ? undefined : { input, output, cache_read: read, cache_write: write };
}
