import { isObject, list, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';

/**
 * Attributes as a plain object, in any of the formats: OTLP's list of keys and typed values, an SDK's pairs, or an
 * object.
 */
export function attributesOf(written: unknown): JsonObject {
  if (isObject(written)) return written;
  const entries = list(written).flatMap((entry): [string, unknown][] => {
    if (Array.isArray(entry)) return typeof entry[0] === 'string' ? [[entry[0], entry[1] as unknown]] : [];
    const key = isObject(entry) ? text(entry['key']) : undefined;
    return key === undefined ? [] : [[key, valueOf((entry as JsonObject)['value'])]];
  });
  return Object.fromEntries(entries);
}

/** OTLP's `AnyValue`, as JSON: `{"intValue":"7"}` is 7. */
export function valueOf(any: unknown): unknown {
  if (!isObject(any)) return any;
  const [kind, value] = Object.entries(any)[0] ?? [];
  switch (kind) {
    case 'intValue':
    case 'doubleValue':
      return Number(value);
    case 'arrayValue':
      return isObject(value) ? list(value['values']).map(valueOf) : [];
    case 'kvlistValue':
      return isObject(value) ? attributesOf(value['values']) : {};
    case 'stringValue':
    case 'boolValue':
    case 'bytesValue':
      return value;
    default:
      return any;
  }
}
