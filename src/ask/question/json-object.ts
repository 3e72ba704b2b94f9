import { parseJson } from '../../platform/parse-json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * An object as JSON holds it: a date becomes text, what is undefined is left out. `problem` is what is wrong with
 * anything else: a cycle, a bigint, too many characters, nested too deep.
 */
export function jsonObject(
  value: unknown,
  max: number,
): { readonly object: JsonObject; readonly problem?: never } | { readonly object?: never; readonly problem: string } {
  let text: string | undefined;
  let object: unknown;
  try {
    text = isObject(value) ? JSON.stringify(value) : undefined;
    if (text !== undefined && text.length > max)
      return { problem: `must have at most ${max} characters as JSON, not ${text.length}` };
    object = text === undefined ? undefined : parseJson(text);
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    return { problem: `must be an object that JSON can hold: ${reason!.slice(0, 120)}` };
  }
  if (!isObject(object)) return { problem: 'must be a JSON object' };
  return isWithin(object, deepest) ? { object } : { problem: `must be nested at most ${deepest} deep` };
}

const deepest = 100;

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isWithin(each, levels - 1));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
