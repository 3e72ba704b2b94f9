/**
 * Keeps the latest `limit` entries, so that a reader's state stays small. Killed sessions leave calls that are never
 * answered.
 */
export function remember<T>(entries: Map<string, T>, name: string, value: T, limit = 64): void {
  entries.delete(name);
  entries.set(name, value);
  if (entries.size > limit) entries.delete(entries.keys().next().value!);
}
