import type { Tokens } from '../../../model/event.ts';
import { name, number, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { CodexContext, Totals } from './memory.ts';
import { promptOf } from './turns.ts';

/**
 * The usage of a model response is recorded after its items, and often last in the file: no event is left to carry it,
 * so it is an event of its own, `usage`. Their sum is the thread's total.
 */

/** 0.166: one for each model response. */
export function tokenUsageRecord(context: CodexContext, payload: JsonObject): void {
  const key = name(payload['response_id']) ?? context.key;
  used(context, key, totalsOf(payload['usage']), name(payload['turn_id']));
  context.memory.countsResponses = true;
}

/**
 * Repeats the thread's totals, up to twice for a response: the difference is new. Beside `token_usage_record` it adds
 * nothing, and after a crash has less: its totals then lack the killed response's.
 */
export function tokenCount(context: CodexContext, payload: JsonObject, isCopy: boolean): void {
  const { memory } = context;
  const info = object(payload['info']);
  if (memory.countsResponses || !('total_token_usage' in info)) return;
  const total = totalsOf(info['total_token_usage']);
  const before = memory.counted;
  memory.counted = total;
  if (isCopy) return;
  if (before) {
    const grown = minus(total, before);
    const restarted = grown.input < 0 || grown.output < 0;
    used(context, context.key, restarted ? totalsOf(info['last_token_usage']) : grown, undefined);
    return;
  }
  used(context, context.key, memory.inheritsTotals ? totalsOf(info['last_token_usage']) : total, undefined);
}

function used(context: CodexContext, key: string, usage: Totals, turnId: string | undefined): void {
  if (usage.input <= 0 && usage.output <= 0) return;
  const turn = promptOf(context.memory, turnId);
  // Codex counts the cached part and the thinking part among input and output.
  const tokens: Tokens = {
    input: Math.max(0, usage.input - usage.cached - usage.written),
    output: usage.output,
    cache_read: usage.cached,
    cache_write: usage.written,
  };
  const text = `${usage.input} tokens in (${usage.cached} cached), ${usage.output} out`;
  context.emit(
    key,
    { is: 'lifecycle', type: 'usage', text },
    { native: key, role: 'system', parent: turn, turn, tokens },
  );
}

function totalsOf(value: unknown): Totals {
  const usage = object(value);
  return {
    input: number(usage['input_tokens']) ?? 0,
    cached: number(usage['cached_input_tokens']) ?? 0,
    written: number(usage['cache_write_input_tokens']) ?? 0,
    output: number(usage['output_tokens']) ?? 0,
  };
}

function minus(a: Totals, b: Totals): Totals {
  return {
    input: a.input - b.input,
    cached: a.cached - b.cached,
    written: a.written - b.written,
    output: a.output - b.output,
  };
}
