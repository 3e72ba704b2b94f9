import { number, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';

const fields = ['timestamp', 'time', 'ts', 'created_at', 'createdAt', 'created', 'date'] as const;

/** When a record was written, under any usual name: ISO, seconds or milliseconds. */
export function timeOf(record: JsonObject): number | undefined {
  for (const field of fields) {
    const at = time(record[field]) ?? epoch(number(record[field]));
    if (at !== undefined) return at;
  }
  return undefined;
}

/** From 2001 to 2100. */
function epoch(value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (value > 1e9 && value < 4.1e9) return Math.round(value * 1000);
  return value > 1e12 && value < 4.1e12 ? Math.round(value) : undefined;
}
