import type { Tokens } from '../../model/event.ts';
import { number, object } from '../../platform/parse-records.ts';
import type { Rec } from './record.ts';

/** What a response used. Prompt tokens include the cached ones. */
export function usageOf(record: Rec): Tokens | undefined {
  const usage = object(record['usageMetadata']);
  const count = (field: string) => Math.max(0, number(usage[field]) ?? 0);
  const [prompt, cached, said, thought] = [count('promptTokenCount'), count('cachedContentTokenCount'), count('candidatesTokenCount'), count('thoughtsTokenCount')];
  // OpenAI's services count thoughts among what was said, Google's beside it; the total tells which.
  const isApart = count('totalTokenCount') >= prompt + said + thought;
  const output = isApart ? said + thought : said;
  return prompt + output === 0 ? undefined : { input: Math.max(0, prompt - cached), output, cache_read: cached, cache_write: 0 };
}
