import { isObject } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';

/** Attributes have no more elements, and no deeper ones. */
const maxElements = 10_000;

/**
 * A list stored as one attribute per field: `llm.input_messages.0.message.role`, `gen_ai.prompt.0.content`. Empty when
 * there is no such attribute.
 */
export function unflattened(attributes: JsonObject, prefix: string): readonly unknown[] {
  const root: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const path = key.slice(prefix.length + 1).split('.');
    if (!/^\d{1,4}$/.test(path[0]!) || path.length > 20) continue;
    let at = root;
    for (const step of path.slice(0, -1)) {
      if (!isObject(at[step])) at[step] = {};
      at = at[step] as Record<string, unknown>;
    }
    at[path.at(-1)!] = value;
  }
  return asList(root);
}

/** Objects whose fields are numbers are lists. */
function asList(value: JsonObject): readonly unknown[] {
  return Object.keys(value)
    .sort((a, b) => Number(a) - Number(b))
    .slice(0, maxElements)
    .map((key) => settled(value[key]));
}

function settled(value: unknown): unknown {
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key))) return asList(value);
  return Object.fromEntries(keys.map((key) => [key, settled(value[key])]));
}
