import { isObject } from '../../platform/parse-records.ts';

/** A JSON value with the keys of its objects in order, so that two that say the same are written the same. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  );
}
