import { list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { called } from './calls.ts';
import { emit, patch } from './page.ts';
import type { Page } from './page.ts';
import { wordsOf } from './record.ts';
import type { Rec } from './record.ts';
import { usageOf } from './usage.ts';

/**
 * One response: what the model thought, said and called. What it used is on the first of thought and message, or on
 * an event of its own.
 */
export function assistant(page: Page, item: Rec, message: JsonObject): boolean {
  const { memory, key, native } = page;
  let tokens = usageOf(message['usage']);
  const cents = number(object(message['usage'])['cost_cents']);
  const tell = (
    name: string,
    what: Parameters<typeof emit>[2],
    more: Pick<Parameters<typeof emit>[3], 'at' | 'durationMs'> = {},
  ) => {
    const named = name === key ? native : name.replace(key, native);
    emit(page, name, what, {
      ...more,
      native: named,
      role: what.is === 'lifecycle' ? 'system' : 'assistant',
      parent: memory.above,
      tokens,
      usd: tokens && cents !== undefined ? cents / 100 : undefined,
    });
    tokens = undefined;
    memory.above = name;
  };
  const { text: thought, startAt, endAt } = object(item['reasoning']);
  const [began, ended] = [number(startAt), number(endAt)];
  if (text(thought)?.trim()) {
    tell(
      `${key}:thinking`,
      { is: 'thinking', text: String(thought) },
      { at: began, durationMs: began !== undefined && ended !== undefined ? ended - began : undefined },
    );
  }
  const said = wordsOf(message['content']);
  // A summary of the conversation is told as what it is.
  if (said.trim() !== '' && said !== item['conversationSummary']) tell(key, { is: 'message', text: said });
  if (tokens)
    tell(`${key}:usage`, {
      is: 'lifecycle',
      type: 'usage',
      text: `${tokens.input + tokens.cache_read} tokens in (${tokens.cache_read} cached), ${tokens.output} out`,
    });
  called(page, item, message);
  modelOf(page, item, message);
  return true;
}

/** Some models' thoughts are messages of their own. */
export function thinking(page: Page, message: JsonObject): boolean {
  const { memory, key, native } = page;
  const thought = wordsOf(message['content']);
  if (thought.trim() === '') return true;
  emit(page, key, { is: 'thinking', text: thought }, { native, role: 'assistant', parent: memory.above });
  memory.above = key;
  return true;
}

/** `cn` writes the model with what a response used, editors with what was sent to it. */
function modelOf(page: Page, item: Rec, message: JsonObject): void {
  const sent = object(list(item['promptLogs'])[0]);
  const model =
    name(object(message['usage'])['model']) ??
    name(object(sent['completionOptions'])['model']) ??
    name(sent['modelTitle']);
  if (model === undefined || model === page.memory.model) return;
  page.memory.model = model;
  patch(page, { model });
}
