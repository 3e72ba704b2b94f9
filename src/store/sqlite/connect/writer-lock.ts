import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSqlite } from '../../../platform/load-sqlite.ts';
import { makePrivateFile } from './private-files.ts';
import { storeBusy } from './translate.ts';

export interface Waiting {
  /** How long to wait for another writer before giving up with `store-busy`. */
  readonly waitMs?: number;
  /** Called once, when there is another writer to wait for. */
  readonly onWait?: () => void;
}

/**
 * The right to write, held until the returned function is called or the process ends: it is a lock of the operating
 * system on a small file beside the store, so a killed writer leaves nothing stale behind.
 *
 * The store itself is locked per transaction only; two ingests taking turns there would read and link the same files.
 */
export async function takeWriterLock(
  storePath: string,
  { waitMs = 10 * 60_000, onWait }: Waiting,
): Promise<() => void> {
  const path = `${storePath}.writer`;
  makePrivateFile(path);
  const { DatabaseSync } = loadSqlite();
  const lock = new DatabaseSync(path);
  try {
    lock.exec('pragma busy_timeout = 0');
    for (let waited = 0; !tryLock(lock); waited += pause) {
      if (waited === 0) onWait?.();
      if (waited >= waitMs) throw storeBusy(storePath);
      // Not SQLite's own waiting, which would block Ctrl-C.
      await sleep(pause);
    }
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}

const pause = 50;
const busy = 5;

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { readonly errcode?: number }).errcode === busy) return false;
    throw error;
  }
}
