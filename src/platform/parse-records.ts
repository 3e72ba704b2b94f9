import { parseJson } from './parse-json.ts';

/** A JSON object of a transcript: anything may be missing or of another type than yesterday. */
export type JsonObject = Readonly<Record<string, unknown>>;

export type ParsedLine =
  | { readonly ok: true; readonly records: readonly JsonObject[] }
  | { readonly ok: false; readonly reason: 'not-json' | 'not-an-object' };

/**
 * The record on a line, or the records where two writers met on one line. Never throws. Leading NUL bytes, which a
 * crashed file system leaves behind, are skipped.
 */
export function parseRecords(text: string): ParsedLine {
  const whole = parse(text);
  if (isObject(whole)) return { ok: true, records: [whole] };
  if (whole !== undefined) return { ok: false, reason: 'not-an-object' };

  const trimmed = text.replace(/^[\0\uFEFF]+/, '');
  if (trimmed.length < text.length) return parseRecords(trimmed);
  return parseSeveral(text.trimEnd());
}

function parseSeveral(text: string): ParsedLine {
  const records: JsonObject[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfObject(text, start);
    const record = end === undefined ? undefined : parse(text.slice(start, end));
    if (end === undefined || !isObject(record)) return { ok: false, reason: 'not-json' };
    records.push(record);
    start = end;
  }
  return records.length > 0 ? { ok: true, records } : { ok: false, reason: 'not-json' };
}

/**
 * Where the object that begins here ends. Braces are counted rather than pieces tried: a torn line of 16 MB may hold a
 * million of them in a string.
 */
export function endOfObject(text: string, start: number): number | undefined {
  if (text[start] !== '{') return undefined;
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') inString = !inString;
    else if (sign === '\\') at++;
    else if (inString) continue;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field if it is a string, else undefined. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * The field if it can name something: a string, and no longer than a name is. Readers remember names, and must stay
 * small.
 */
export function name(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longestName ? value : undefined;
}

const longestName = 1024;

/** The field if it is a finite number, else undefined. */
export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The field if it is an object, else an empty one, so that fields can be read through it. */
export function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Milliseconds of an ISO time, undefined when it is none. */
export function time(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
