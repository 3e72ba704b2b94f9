import { redactJson } from '../../platform/redact.ts';

/** Longer ones are in the archive only; the column has their beginning. */
export const longestStored = 16_384;
const deepest = 100;

/** JSON for the database: redacted, bounded, and nothing in it that PostgreSQL's `jsonb` refuses. */
export function storedPayload(payload: unknown): string {
  const json = JSON.stringify(redactJson(storable(payload, 0))) ?? 'null';
  if (json.length <= longestStored) return json;
  return JSON.stringify({ cut: json.slice(0, longestStored).toWellFormed(), characters: json.length });
}

/** `jsonb` has no NUL and no half characters, and the server's parser has a small stack. */
function storable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) return '[…]';
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), storable(item, depth + 1)]),
  );
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
