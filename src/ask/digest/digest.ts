import { readSession } from '../../memory/digest/read-session.ts';
import type { Digest } from '../../model/digest.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import { withRunning, type ListedSession } from '../sessions/running.ts';

export interface DigestAnswer {
  readonly session: ListedSession;
  readonly digest: Digest;
}

/** What stays of a session. One that has grown since it was last summed up is summed up anew. */
export async function digest(
  read: StoreReader,
  session: Session,
  { now }: { readonly now: number },
): Promise<DigestAnswer> {
  const kept = await read.digest(session.uid);
  const [listed] = await withRunning(read, [session], now);
  return { session: listed!, digest: kept ?? (await readSession(read, session.uid, { now }))!.digest };
}
