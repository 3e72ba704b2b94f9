import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Replaces a file atomically: readers see the old bytes or the new ones. A link stays a link and its target is
 * replaced; mode and owner stay. A new file gets `mode`.
 */
export function replaceFile(path: string, bytes: Uint8Array, mode = 0o600): void {
  const target = behindLinks(path);
  const before = statSync(target, { throwIfNoEntry: false });
  const draft = join(dirname(target), `.stemma-${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    chmodSync(draft, before ? before.mode & 0o7777 : mode);
    if (before && process.getuid?.() === 0) chownSync(draft, before.uid, before.gid);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** The target of a path, also when it does not exist yet. */
function behindLinks(path: string, maxLinks = 20): string {
  try {
    return realpathSync(path);
  } catch {
    try {
      return maxLinks > 0 ? behindLinks(resolve(dirname(path), readlinkSync(path)), maxLinks - 1) : path;
    } catch {
      return path;
    }
  }
}
