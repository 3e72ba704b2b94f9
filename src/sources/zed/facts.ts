import { list, name, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { usageText } from '../reader/usage-text.ts';
import type { ZedContext } from './memory.ts';

export function facts(context: ZedContext, thread: JsonObject): void {
  const title = name(thread['title']);
  const model = name(object(thread['model'])['model']);
  context.patchChanged({
    title: title === 'New Thread' || title === 'New Agent Thread' ? undefined : title,
    cwd: name(list(thread['folders'])[0]) ?? name(list(thread['snapshot'])[0]),
    model,
  });
  const count = (field: string) => Math.max(0, number(object(thread['cumulative_token_usage'])[field]) ?? 0);
  const tokens = {
    input: count('input_tokens'),
    output: count('output_tokens'),
    cache_read: count('cache_read_input_tokens'),
    cache_write: count('cache_creation_input_tokens'),
  };
  if (tokens.input + tokens.output + tokens.cache_read + tokens.cache_write === 0) return;
  context.emit(
    'usage',
    { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
    { native: 'usage', role: 'system', tokens, model, fuller: true },
  );
}
