import { isObject, list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { opened } from './memory.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import { inputOf, statesOf } from './record.ts';
import type { Rec } from './record.ts';
import { answered } from './results.ts';

/** The calls of one response, made together, and how far each has come: its result is in the same item. */
export function called(page: Page, item: Rec, message: JsonObject): void {
  const { memory } = page;
  const states = statesOf(item);
  const known = new Set(states.map((state) => state['toolCallId']));
  const bare = list(message['toolCalls'])
    .filter(isObject)
    .filter(({ id }) => !known.has(id))
    .map((toolCall): Rec => ({ toolCallId: toolCall['id'], toolCall }));
  const asker = memory.above;
  const calls = [...states, ...bare].flatMap((state) => {
    const id = name(state['toolCallId']);
    return id === undefined ? [] : [{ id, state, key: `${page.key}:${id}` }];
  });
  for (const { id, state, key } of calls) {
    const call = object(state['toolCall']);
    const tool = text(object(call['function'])['name']) ?? 'unknown';
    emit(
      page,
      key,
      { is: 'call', tool, input: inputOf(state, call) },
      { native: id, role: 'assistant', parent: asker },
    );
    memory.lastStep = memory.above = key;
    opened(memory, id, key);
  }
  for (const { id, state, key } of calls) answered(page, id, key, state);
}
