import { delimiter, join } from 'node:path';

/** Where programs with these names would be. */
export function inPath(names: readonly string[]): readonly string[] {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}
