import { parseJson } from '../platform/parse-json.ts';

/** Arguments of a call as models write them: JSON in a text or, when the model failed, just text. */
export function argumentsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  try {
    return parseJson(value) as unknown;
  } catch {
    return value;
  }
}
