import { type Dirent, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Sorted by name; empty when the folder does not exist or may not be read. */
export async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  // Most requested folders do not exist, and a rejected promise costs ten times as much as this check.
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

export interface Wanted {
  readonly named?: RegExp;
  /** 1: in the folder itself and not below. */
  readonly depth?: number;
}

/** Paths of files, folder by folder. Links are not followed: they may lead anywhere, or form a cycle. */
export async function* filesBelow(folder: string, { named, depth = Infinity }: Wanted = {}): AsyncIterable<string> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 1) yield* filesBelow(path, { ...(named && { named }), depth: depth - 1 });
    else if (entry.isFile() && (named?.test(entry.name) ?? true)) yield path;
  }
}

/** Paths of the folders directly in it. */
export async function foldersIn(folder: string): Promise<readonly string[]> {
  return (await entriesOf(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}
