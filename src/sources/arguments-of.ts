/** Arguments of a call as models write them: JSON in a text, or, from a bad day, just a text. */
export function argumentsOf(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? null;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}
