import type { Tokens } from '../../../model/event.ts';
import { number, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { Rec } from './record.ts';

/** The usage of a response, from its record. */
export function usageOf(record: Rec): Tokens | undefined {
  const usage = object(record['usageMetadata']);
  return tokensOf(usage, [
    'promptTokenCount',
    'cachedContentTokenCount',
    'candidatesTokenCount',
    'thoughtsTokenCount',
    'totalTokenCount',
  ]);
}

/** The same, as it was measured. */
export function measuredUsage(event: JsonObject): Tokens | undefined {
  return tokensOf(event, [
    'input_token_count',
    'cached_content_token_count',
    'output_token_count',
    'thoughts_token_count',
    'total_token_count',
  ]);
}

/** Prompt tokens include the cached ones. */
function tokensOf(
  counts: JsonObject,
  fields: readonly [prompt: string, cached: string, answered: string, thought: string, total: string],
): Tokens | undefined {
  const [prompt, cached, answered, thought, total] = fields.map((field) => Math.max(0, number(counts[field]) ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  // OpenAI's services count thoughts as part of the output, Google's in addition to it; the total shows which.
  const isApart = total >= prompt + answered + thought;
  const output = isApart ? answered + thought : answered;
  return prompt + output === 0
    ? undefined
    : { input: Math.max(0, prompt - cached), output, cache_read: cached, cache_write: 0 };
}
