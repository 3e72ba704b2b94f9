import { number, time } from '../../platform/parse-records.ts';

/** A time as milliseconds: some are written as a number, some as ISO text. */
export function timeOf(value: unknown): number | undefined {
  return number(value) ?? time(value);
}
