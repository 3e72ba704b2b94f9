import { object, parseRecords } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';

/** A value as text: SQLite gives texts or bytes, as they were written. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : undefined;
}

/** An object that is written as JSON; empty where it is none. */
export function jsonOf(value: unknown): JsonObject {
  const found = parseRecords(textOf(value) ?? '');
  return found.ok ? object(found.records[0]) : {};
}
