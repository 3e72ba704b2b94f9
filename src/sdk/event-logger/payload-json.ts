/** JSON of a payload, and how much of it there was when that was too much. */
export interface PayloadJson {
  readonly json: string;
  /** Characters of all of it; `json` is then a text with its beginning. */
  readonly cut?: number;
  /** Something in it could not be written down as it is. */
  readonly isPatched?: true;
}

export const longestPayload = 65_536;

/** Never throws, whatever it is given; undefined for nothing. */
export function payloadJson(value: unknown): PayloadJson | undefined {
  if (value === undefined) return undefined;
  try {
    const json = isPlain(value) ? JSON.stringify(value) : undefined;
    if (json !== undefined) return bounded(json);
  } catch {
    // A cycle, a BigInt, a toJSON or a getter that throws: piece by piece, then.
  }
  const json = JSON.stringify(plainText(value, new Ahead()));
  return { ...bounded(json), isPatched: true };
}

function bounded(json: string): PayloadJson {
  return json.length <= longestPayload
    ? { json }
    : { json: JSON.stringify(json.slice(0, longestPayload)), cut: json.length };
}

/**
 * Whether JSON.stringify keeps what people want to know. Looks one level deep: `{ error }` is what programs log, and
 * comes out empty.
 */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  if (isOdd(value)) return false;
  for (const name in value) {
    const each: unknown = (value as Record<string, unknown>)[name];
    if (typeof each === 'object' ? each !== null && isOdd(each) : typeof each === 'function') return false;
  }
  return true;
}

function isOdd(value: object): boolean {
  return value instanceof Error || value instanceof Map || value instanceof Set || ArrayBuffer.isView(value);
}

const deepest = 24;
const maxItems = 1_000;

/** How many values may still be copied. */
class Ahead {
  values = 20_000;
  readonly above = new Set<object>();
}

/** A copy that JSON can hold, with a placeholder for what it cannot. */
function plainText(value: unknown, ahead: Ahead): unknown {
  switch (typeof value) {
    case 'string':
      return value.length > longestPayload ? `${value.slice(0, longestPayload)}[… ${value.length} characters]` : value;
    case 'bigint':
      return `${value}n`;
    case 'function':
      return '[function]';
    case 'symbol':
      return '[symbol]';
    case 'object':
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (ahead.above.has(value)) return '[circular]';
  if (ahead.values-- <= 0 || ahead.above.size >= deepest) return '[…]';
  ahead.above.add(value);
  try {
    return copied(value, ahead);
  } catch (error) {
    return `[unreadable: ${messageOf(error)}]`;
  } finally {
    ahead.above.delete(value);
  }
}

function copied(value: object, ahead: Ahead): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) return listed(value.entries(), value.size, ahead);
  if (value instanceof Set) return listed(value.values(), value.size, ahead);
  if (Array.isArray(value)) return listed(value, value.length, ahead);
  const fields = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(
    ([, { enumerable }]) => enumerable === true,
  );
  const error =
    value instanceof Error
      ? {
          name: value.name,
          message: value.message,
          stack: value.stack,
          ...(value.cause !== undefined && { cause: plainText(value.cause, ahead) }),
        }
      : {};
  const own = fields.slice(0, maxItems).map(([name]) => [name, fieldOf(value, name, ahead)] as const);
  return {
    ...error,
    ...Object.fromEntries(own),
    ...(fields.length > maxItems && { '[…]': `${fields.length - maxItems} more fields` }),
  };
}

function listed(values: Iterable<unknown>, size: number, ahead: Ahead): readonly unknown[] {
  const first: unknown[] = [];
  for (const value of values) {
    if (first.length === maxItems) return [...first, `[… ${size - maxItems} more]`];
    first.push(plainText(value, ahead));
  }
  return first;
}

/** A getter is other people's code. */
function fieldOf(value: object, name: string, ahead: Ahead): unknown {
  try {
    return plainText((value as Record<string, unknown>)[name], ahead);
  } catch (error) {
    return `[unreadable: ${messageOf(error)}]`;
  }
}

function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error).slice(0, 200);
  } catch {
    return 'it threw';
  }
}
