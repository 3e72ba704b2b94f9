/** Deeper than any agent writes. What follows a value downwards may recurse this far, and needs no limit of its own. */
export const deepest = 500;
const tooDeep = '[nested too deeply]';

/**
 * `JSON.parse` for text that others wrote. What is nested deeper than `deepest` is replaced by a note: whatever reads
 * the value could overflow the stack, at a depth that depends on who called it.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Every level takes two characters, so nearly all texts are too short or are looked through in no time.
  return text.length > 2 * deepest && isDeeperThan(deepest, value) ? cutBelow(deepest, value) : value;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && isDeeperThan(levels - 1, item)) return true;
    return false;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const field = fields[name];
    if (typeof field === 'object' && isDeeperThan(levels - 1, field)) return true;
  }
  return false;
}

function cutBelow(levels: number, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return tooDeep;
  if (Array.isArray(value)) return value.map((item) => cutBelow(levels - 1, item));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cutBelow(levels - 1, field)]));
}
