import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const enough = 4 * 2 ** 30;

/**
 * A folder in memory for what tests write, where the machine has one: a new archive on a disk waits for the disk nine
 * times. It is gone when vitest ends. Undefined where there is none, too little of it, or programs may not run there.
 */
export function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < enough) return undefined;
    // Short, because some answers show paths in lines of 80 columns.
    const folder = mkdtempSync(join(memory, 'st'));
    // The server of the PostgreSQL tests runs as another user and has its folder in it.
    chmodSync(folder, 0o711);
    process.once('exit', () => remove(folder));
    return runsPrograms(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // The shared PostgreSQL still writes; postgres-keeper.mjs ends it, and removes its folder, once we are gone.
  }
}

function runsPrograms(folder: string): boolean {
  const script = join(folder, 'script');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(script).status === 0;
}
