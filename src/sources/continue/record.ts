import { isObject, list, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { parseJson } from '../../platform/parse-json.ts';

/** An item of the history. Only that it is an object is certain. */
export type Rec = JsonObject;

/** The text of a message, which may be a text or a list of parts. */
export function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .filter(isObject)
    .map((part) => text(part['text']) ?? (part['type'] === undefined || part['type'] === 'text' ? '' : '[attachment]'))
    .filter((part) => part !== '')
    .join('\n');
}

/** The state of each call of an item. Before there were parallel calls an item had one. */
export function statesOf(item: Rec): readonly Rec[] {
  const states = list(item['toolCallStates']).filter(isObject);
  return states.length === 0 && isObject(item['toolCallState']) ? [item['toolCallState']] : states;
}

/** The arguments of a call; as they were written when they are no JSON. */
export function inputOf(state: Rec, call: Rec): unknown {
  if (isObject(state['parsedArgs']) && Object.keys(state['parsedArgs']).length > 0) return state['parsedArgs'];
  const written = object(call['function'])['arguments'];
  if (typeof written !== 'string') return written ?? null;
  try {
    return parseJson(written) as unknown;
  } catch {
    return written;
  }
}
