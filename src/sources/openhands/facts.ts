import { list, name, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { usageText } from '../reader/usage-text.ts';
import type { OpenHandsContext } from './memory.ts';

export function facts(context: OpenHandsContext, conversation: JsonObject): void {
  context.patchChanged({ cwd: name(conversation['cwd']), model: modelOf(conversation['model']) });
  for (const used of list(conversation['usage']).map(object)) {
    const response = name(used['response_id']);
    if (response === undefined) continue;
    const count = (field: string) => Math.max(0, number(used[field]) ?? 0);
    const [read, write] = [count('cache_read_tokens'), count('cache_write_tokens')];
    const tokens = {
      // It includes what came from the cache.
      input: Math.max(0, count('prompt_tokens') - read - write),
      output: count('completion_tokens'),
      cache_read: read,
      cache_write: write,
    };
    const { at, turn } = context.memory.responses.get(response) ?? {};
    const key = `usage:${response}`;
    context.emit(
      key,
      { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
      { native: key, at, turn, role: 'system', tokens, usd: number(used['cost']), model: modelOf(used['model']) },
    );
  }
}

/** `openai/gpt-5`: the provider is named before the model. */
function modelOf(value: unknown): string | undefined {
  return name(name(value)?.replace(/^.*\//, ''));
}
