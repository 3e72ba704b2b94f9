import type { SessionUid } from '../../model/ids.ts';
import type { Evicted, Store } from '../../store/store.ts';
import { withoutScan } from '../keep/copies.ts';

/** Evicts the bytes of sessions that have their digests. */
export async function evict({ write }: Store, sessions: readonly SessionUid[], at: number): Promise<Evicted> {
  return await write.evict(sessions, { at, shortened: withoutScan });
}
