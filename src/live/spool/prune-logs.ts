import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreReader } from '../../store/store.ts';

/** A session that was inactive this long is seldom continued; if it is, a new log begins. */
const days = 30;

/**
 * Removes old logs of hooks and of the SDK that are completely archived: they are ours, and the archive keeps them.
 * Whatever is not archived to its last byte stays.
 */
export async function pruneLogs({
  home,
  read,
  now,
}: {
  readonly home: string;
  readonly read: StoreReader;
  readonly now: number;
}): Promise<number> {
  let removed = 0;
  const entries = await Promise.all(
    ['hooks', 'sdk'].map((folder) =>
      readdir(join(home, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  );
  for (const entry of entries.flat()) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const info = await stat(path).catch(() => undefined);
    if (!info || now - info.mtimeMs < days * 24 * 60 * 60 * 1000) continue;
    const mark = await read.file(path);
    if (mark?.size !== info.size || mark.bytes !== info.size) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}
