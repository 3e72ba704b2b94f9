import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import { loadSource } from '../../sources/registry.ts';
import { receivedFolder } from './telemetry-receiver.ts';

const hour = 60 * 60 * 1000;
/** A session of a known agent may be continued for so long, like its hook log. */
const sessionMs = 30 * 24 * hour;
/** A trace is one run of a program. A span that comes later begins a new file. */
const traceMs = 24 * hour;

/**
 * Removes received telemetry that has not grown for long: what is completely archived, and what holds no session, as
 * traces of programs without a model.
 */
export async function pruneReceived({
  home,
  read,
  now,
}: {
  readonly home: string;
  readonly read: StoreReader;
  readonly now: number;
}): Promise<number> {
  const folder = receivedFolder(home);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let removed = 0;
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const info = entry.isFile() ? await stat(path).catch(() => undefined) : undefined;
    const restMs = entry.parentPath === join(folder, 'traces') ? traceMs : sessionMs;
    if (!info || now - info.mtimeMs < restMs || !(await isArchived(read, path))) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

async function isArchived(read: StoreReader, path: string): Promise<boolean> {
  const { container } = (await loadSource('otlp'))!;
  for await (const inner of container!.list(path)) {
    // What still came of a forgotten session is not archived, now or later.
    if (await read.isForgotten(inner.path.slice(path.length + 1) as SessionUid)) continue;
    const mark = await read.file(inner.path);
    if (mark?.size !== inner.size || mark.mtimeMs !== inner.mtimeMs) return false;
  }
  return true;
}
