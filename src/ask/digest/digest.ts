import { readSession } from '../../memory/digest/read-session.ts';
import type { Digest } from '../../model/digest.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';

export interface DigestAnswer {
  readonly session: Session;
  readonly digest: Digest;
}

/** What stays of a session. One that has grown since it was last summed up is summed up anew. */
export async function digest(
  read: StoreReader,
  session: Session,
  { now }: { readonly now: number },
): Promise<DigestAnswer> {
  const kept = await read.digest(session.uid);
  return { session, digest: kept ?? (await readSession(read, session.uid, { now }))!.digest };
}
