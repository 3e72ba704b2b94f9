import { stat } from 'node:fs/promises';
import type { SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';

/**
 * Whether the archive has a session to its end, or nearly. A session read halfway must not be reported: it would seem
 * to break off in the middle. A transcript that is gone will not grow.
 */
export async function isReadUp(read: StoreReader, session: SessionUid): Promise<boolean> {
  for (const { path, role, offset, evicted } of await read.filesOf(session)) {
    const size = role === 'main' && !evicted ? (await stat(path).catch(() => undefined))?.size : undefined;
    if (size !== undefined && size - offset > maxBehind) return false;
  }
  return true;
}

/** A few steps, in bytes. */
const maxBehind = 128 * 1024;
