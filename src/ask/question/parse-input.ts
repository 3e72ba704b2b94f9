import { StemmaError } from '../../model/stemma-error.ts';
import { nearest } from '../../platform/nearest.ts';
import { parseTime } from '../../platform/parse-time.ts';
import type {
  Field,
  FunctionField,
  Input,
  IntegerField,
  JsonField,
  NumberField,
  ObjectField,
  OptionField,
  OptionFields,
  ProseField,
  TimeField,
} from './field.ts';
import { isObject, jsonObject, type JsonObject } from './json-object.ts';
import { kebabCase, snakeCase } from './names.ts';
import { parseJson } from '../../platform/parse-json.ts';

/** How a door hands over input. */
export interface Door {
  /** How it spells the name of an input. */
  readonly spell: (name: string) => string;
  /** Names are also taken as answers spell them, in snake_case. */
  readonly takesSnakeCase?: boolean;
  /** `text`: every value is a string (flags, query parameters). `json`: values have their types. */
  readonly values: 'text' | 'json';
  /** Somebody else may be asking: `remoteMax` holds. */
  readonly isRemote: boolean;
  /** What "7d ago" counts from, in milliseconds. */
  readonly now: number;
}

export const doors = {
  sdk: { spell: (name: string) => name, takesSnakeCase: true, values: 'json', isRemote: false },
  cli: { spell: (name: string) => `--${kebabCase(name)}`, values: 'text', isRemote: false },
  query: { spell: snakeCase, values: 'text', isRemote: true },
  json: { spell: snakeCase, values: 'json', isRemote: true },
} as const satisfies Record<string, Omit<Door, 'now'>>;

/**
 * Input held to its fields. A name that does not exist, a value of the wrong type or out of bounds and a missing value
 * are refused with a message that names the input, the value and what is allowed. `undefined` means absent.
 */
export function parseInput<F extends OptionFields>(
  fields: F,
  input: Readonly<Record<string, unknown>>,
  door: Door,
): Input<F> {
  const names = namesOf(fields, door);
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const name = names.get(key);
    if (name === undefined) throw unknownName(key, fields, door);
    if (name in values) throw badInput(key, 'must be given once', value, fields[name]!);
    const field = fields[name]!;
    if (value === null && field.nullable) continue;
    values[name] =
      field.type === 'object' ? nested(key, field, value, door) : parseValue(field, value, { ...door, name: key });
  }
  for (const [name, field] of Object.entries(fields)) {
    if (name in values) continue;
    if (field.required) throw missing(door.spell(name), field);
    if ('default' in field && field.default !== undefined) values[name] = field.default;
  }
  return values as Input<F>;
}

/** One value held to its field. `name` is what the message calls it. */
export function parseValue(
  field: Field | FunctionField,
  value: unknown,
  door: Pick<Door, 'values' | 'isRemote' | 'now'> & { readonly name: string },
): unknown {
  const { name } = door;
  switch (field.type) {
    case 'text':
      return text(name, field, value);
    case 'prose':
      return prose(name, field, value, door.isRemote);
    case 'texts':
      return (Array.isArray(value) ? value : [value]).map((each) => text(name, field, each));
    case 'integer':
      return integer(name, field, door.values === 'text' ? numberIn(value) : value, door.isRemote);
    case 'number':
      return number(name, field, door.values === 'text' ? numberIn(value) : value, value);
    case 'flag':
      return flag(name, field, value, door.values);
    case 'time':
      return time(name, field, value, door.now);
    case 'choice':
      return choice(name, field, value);
    case 'choices':
      return (typeof value === 'string' ? value.split(',').map((each) => each.trim()) : listOf(name, field, value)).map(
        (each) => choice(name, field, each),
      );
    case 'json':
      return json(name, field, door.values === 'text' ? jsonIn(value) : value);
    case 'function':
      if (typeof value !== 'function') throw badInput(name, 'must be a function', value, field);
      return value;
  }
}

/** The error for a value that does not fit: what is wrong, the value, what is allowed, what it is for. */
export function badInput(name: string, rule: string, value: unknown, field: Pick<OptionField, 'summary'>): StemmaError {
  return new StemmaError('bad-argument', `${name} ${rule} (got ${shown(value)}).`, {
    hint: `${name}: ${field.summary}.`,
  });
}

/** A value as an error shows it: short, and recognisable. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 59)}…` : value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

/** Options within options are called `queue.limit`. */
function nested(name: string, field: ObjectField, value: unknown, door: Door): unknown {
  if (!isObject(value)) throw badInput(name, 'must be an object', value, field);
  const input = Object.fromEntries(Object.entries(value).map(([key, each]) => [`${name}.${key}`, each]));
  return parseInput(field.fields, input, { ...door, spell: (each) => `${name}.${door.spell(each)}` });
}

function namesOf(fields: OptionFields, { spell, takesSnakeCase }: Door): ReadonlyMap<string, string> {
  const all = Object.entries(fields).flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases, ...(takesSnakeCase ? [name, ...aliases].map(snakeCase) : [])].map(
      (each) => [spell(each), name] as const,
    ),
  );
  return new Map(all);
}

function unknownName(key: string, fields: OptionFields, door: Door): StemmaError {
  const names = Object.keys(fields).map(door.spell);
  const closest = names.find((name) => plain(name) === plain(key));
  const allowed = names.length === 0 ? 'It takes none.' : `It takes ${names.join(', ')}.`;
  return new StemmaError('bad-argument', `There is no input ${shown(key)} here.`, {
    hint: closest === undefined ? allowed : `Write ${closest}. ${allowed}`,
  });
}

/** `min_confidence`, `min-confidence` and `minConfidence` are meant as the same name. */
function plain(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

function missing(name: string, field: OptionField): StemmaError {
  return new StemmaError('bad-argument', `${name} is missing.`, { hint: `${name}: ${field.summary}.` });
}

function text(name: string, field: Field & { readonly max?: number }, value: unknown): string {
  if (typeof value !== 'string') throw badInput(name, 'must be text', value, field);
  if (value === '' && field.required) throw badInput(name, 'must not be empty', value, field);
  if (value.includes('\0')) throw badInput(name, 'must not hold a NUL character', value, field);
  const { max = defaultMax } = field;
  if (value.length > max)
    throw badInput(name, `must have at most ${max} characters`, `${value.length} characters`, field);
  return value;
}

function prose(name: string, field: ProseField, value: unknown, isRemote: boolean): string {
  if (typeof value !== 'string') throw badInput(name, 'must be text', value, field);
  if (field.required && !/[\p{L}\p{N}]/u.test(value))
    throw badInput(name, 'must hold a letter or a digit', value, field);
  if (isRemote && value.length > field.remoteMax)
    throw badInput(name, `must have at most ${field.remoteMax} characters`, `${value.length} characters`, field);
  return value;
}

function integer(name: string, field: IntegerField, value: unknown, isRemote: boolean): number {
  const { min, max = isRemote ? field.remoteMax : undefined } = field;
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value);
  if (isWhole && value >= min && value <= (max ?? Number.MAX_SAFE_INTEGER)) return value;
  throw badInput(name, `must be a whole number from ${min}${max === undefined ? ' on' : ` to ${max}`}`, value, field);
}

function number(name: string, { min, max, ...field }: NumberField, value: unknown, input: unknown): number {
  if (typeof value === 'number' && value >= min && value <= (max ?? Number.MAX_VALUE)) return value;
  throw badInput(name, `must be a number from ${min}${max === undefined ? ' on' : ` to ${max}`}`, input, field);
}

function flag(name: string, field: Field, value: unknown, values: Door['values']): boolean {
  if (typeof value === 'boolean') return value;
  if (values === 'text' && (value === '1' || value === 'true')) return true;
  if (values === 'text' && (value === '0' || value === 'false')) return false;
  throw badInput(name, values === 'text' ? 'must be 1 or 0' : 'must be true or false', value, field);
}

function time(name: string, field: TimeField, value: unknown, now: number): number {
  const { min = -Infinity, max = Infinity } = field;
  const at = typeof value === 'string' ? timeIn(value, field, now) : value instanceof Date ? value.getTime() : value;
  if (typeof at === 'number' && Number.isFinite(at) && at >= min && at <= max) return at;
  throw badInput(name, `must be ${timeForms}`, value, field);
}

/** `until 2026-01-31` includes that day. */
function timeIn(value: string, { isEnd }: TimeField, now: number): number | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) || value === 'today' || value === 'yesterday';
  const at = parseTime(value, now);
  return isEnd && isDay && at !== undefined ? new Date(at).setHours(23, 59, 59, 999) : at;
}

function choice(name: string, field: Field & { readonly choices: readonly string[] }, value: unknown): string {
  if (typeof value === 'string' && field.choices.includes(value)) return value;
  const closest = typeof value === 'string' ? nearest(value, field.choices) : undefined;
  const error = badInput(name, `must be one of ${field.choices.join(', ')}`, value, field);
  throw closest === undefined
    ? error
    : new StemmaError('bad-argument', error.message, { hint: `Did you mean ${closest}?` });
}

function json(name: string, field: JsonField, value: unknown): JsonObject {
  const { object, problem } = jsonObject(value, field.max);
  if (object === undefined) throw badInput(name, problem, value, field);
  return object;
}

function listOf(name: string, field: Field, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw badInput(name, 'must be a list', value, field);
}

/** What a text writes as JSON; the text itself when it writes none. */
function jsonIn(value: unknown): unknown {
  try {
    return parseJson(value as string) as unknown;
  } catch {
    return value;
  }
}

/** The number a text writes; the text itself when it writes none. */
function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,16}(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

const defaultMax = 2_000;
const timeForms = 'a day such as 2026-01-31, a time, or how long ago: 30m, 12h, 7d, 2w, 18mo, 2y';
