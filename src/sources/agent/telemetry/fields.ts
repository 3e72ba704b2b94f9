import { name, number, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { Telemetry } from './telemetry.ts';
import { parseJson } from '../../../platform/parse-json.ts';

/** The value, or the parsed JSON of a text: attributes hold objects as texts. A text that is no JSON stays one. */
export function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

/** Arguments of a call: an object, if they are one. */
export function argumentsOf(value: unknown): unknown {
  const parsed = fromJson(value);
  return typeof parsed === 'string' ? (parsed === '' ? undefined : { input: parsed }) : parsed;
}

/** Numbers that some agents write as texts. */
export function count(value: unknown): number | undefined {
  return number(typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value);
}

/** True and false, as booleans or as text. */
export function flag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

export function durationOf({ start, end }: Telemetry): number | undefined {
  return start === undefined || end === undefined ? undefined : Math.max(0, Math.round(end - start));
}

/** The error message of a span. */
export function errorOf({ message, attributes, events }: Telemetry): string {
  const thrown = events.find((event) => event.name === 'exception')?.attributes;
  return (
    message ??
    text(thrown?.['exception.message']) ??
    errorText(attributes) ??
    text(thrown?.['exception.type']) ??
    name(attributes['error.type']) ??
    ''
  );
}

export function errorText(attributes: JsonObject): string | undefined {
  return [attributes['error.message'], attributes['error_message'], attributes['error']]
    .map(text)
    .find((words) => words !== undefined && words !== '');
}
