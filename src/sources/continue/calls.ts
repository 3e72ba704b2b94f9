import { isObject, list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { ContinueContext } from './record-context.ts';
import { inputOf, statesOf } from './record.ts';
import type { Rec } from './record.ts';
import { answered } from './results.ts';

/** The calls of one response, made together, and the state of each: its result is in the same item. */
export function called(context: ContinueContext, item: Rec, message: JsonObject): void {
  const { memory } = context;
  const states = statesOf(item);
  const known = new Set(states.map((state) => state['toolCallId']));
  const bare = list(message['toolCalls'])
    .filter(isObject)
    .filter(({ id }) => !known.has(id))
    .map((toolCall): Rec => ({ toolCallId: toolCall['id'], toolCall }));
  const asker = memory.above;
  const calls = [...states, ...bare].flatMap((state) => {
    const id = name(state['toolCallId']);
    return id === undefined ? [] : [{ id, state, key: `${context.key}:${id}` }];
  });
  for (const { id, state, key } of calls) {
    const call = object(state['toolCall']);
    const tool = text(object(call['function'])['name']) ?? 'unknown';
    context.emit(
      key,
      { is: 'call', tool, input: inputOf(state, call) },
      { native: id, role: 'assistant', parent: asker },
    );
    memory.lastStep = memory.above = key;
    memory.open.set(id, key);
  }
  for (const { id, state, key } of calls) answered(context, id, key, state);
}
