import { StemmaError } from '../../model/stemma-error.ts';
import type { Price, PriceTable } from './price.ts';

const counts = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_1h'] as const;

/** The user's own prices over ours: a model in both has the user's price. */
export function withUsersPrices(
  ours: PriceTable,
  { path, text }: { readonly path: string; readonly text: string },
): PriceTable {
  const value = parsed(path, text);
  const listed = value['models'];
  const date = value['date'];
  if (!isObject(listed)) throw wrong(path, 'it has no "models"');
  if (date !== undefined && !(typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date)))
    throw wrong(path, '"date" must be a day, such as "2026-11-16"');
  const models = new Map(
    Object.entries(listed).map(([name, price]) => [name.trim().toLowerCase(), checked(path, name, price)]),
  );
  return {
    date: date !== undefined && date > ours.date ? date : ours.date,
    models: new Map([...ours.models, ...models]),
    own: new Set(models.keys()),
  };
}

function checked(path: string, name: string, value: unknown): Price {
  if (!isObject(value)) throw wrong(path, `"${name}" must be a price`);
  for (const [field, price] of Object.entries(value)) {
    if (field === 'note') continue;
    if (!(counts as readonly string[]).includes(field))
      throw wrong(path, `"${name}" has a field "${field}"; known are ${counts.join(', ')} and note`);
    if (typeof price !== 'number' || !Number.isFinite(price) || price < 0)
      throw wrong(path, `"${field}" of "${name}" must be dollars per million tokens, 0 or more`);
  }
  for (const field of ['input', 'output']) if (!(field in value)) throw wrong(path, `"${name}" has no "${field}"`);
  const { note, ...price } = value as unknown as Price;
  return typeof note === 'string' ? { ...price, note } : price;
}

function parsed(path: string, text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw wrong(path, `it is not JSON: ${(cause as Error).message}`, cause);
  }
  if (!isObject(value)) throw wrong(path, 'it must be an object');
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(path: string, what: string, cause?: unknown): StemmaError {
  return new StemmaError('bad-config', `The prices in ${path} cannot be used: ${what}.`, {
    hint: 'Write {"models": {"my-model": {"input": 1, "output": 5, "cache_read": 0.1}}}, in US dollars per million tokens; see docs/cost.md.',
    ...(cause === undefined ? {} : { cause }),
  });
}
