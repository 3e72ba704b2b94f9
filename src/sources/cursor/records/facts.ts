import { name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { timeOf } from '../time-of.ts';
import type { CursorContext } from './memory.ts';

/** What is known of a chat besides its messages. */
export function facts(context: CursorContext, value: JsonObject): void {
  const title = name(value['title']);
  context.patchChanged({
    title: title === undefined || title === 'New Agent' || title === 'New Chat' ? undefined : title,
    cwd: name(value['cwd']),
    branch: name(value['branch']),
    model: modelOf(value['model']),
  });
  for (const [model, used] of Object.entries(object(value['usage']))) {
    const cents = number(object(used)['costInCents']);
    if (cents === undefined || cents <= 0 || model.length > 200) continue;
    const requests = number(object(used)['amount']);
    context.emit(
      `usage:${model}`,
      { is: 'lifecycle', type: 'usage', text: `${requests ?? 'unknown'} requests to ${model}` },
      { native: `usage:${model}`, at: timeOf(value['updated']), role: 'system', usd: cents / 100, fuller: true },
    );
  }
}

/** `default` is no model. */
function modelOf(value: unknown): string | undefined {
  const model = name(value) ?? name(object(value)['model']) ?? name(object(value)['id']);
  return text(model) === 'default' ? undefined : model;
}
