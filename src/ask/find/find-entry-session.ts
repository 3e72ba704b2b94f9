import { sessionUid, type SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import { findSession } from './find-session.ts';

/** The session whose failures are meant: one of the archive, or one that is named only in manual entries. */
export function findChainSession(read: StoreReader, name: string): Promise<SessionUid> {
  return findEntrySession(read, name, async (session) => (await read.chains({ session }, one)).chains.length > 0);
}

/** The same for uses of skills. */
export function findUseSession(read: StoreReader, name: string): Promise<SessionUid> {
  return findEntrySession(
    read,
    name,
    async (session) => (await read.invocations({ session }, one)).invocations.length > 0,
  );
}

const one = { limit: 1, offset: 0 };

async function findEntrySession(
  read: StoreReader,
  name: string,
  hasEntries: (session: SessionUid) => Promise<boolean>,
): Promise<SessionUid> {
  for (const uid of [name as SessionUid, sessionUid('sdk', name)]) if (await hasEntries(uid)) return uid;
  return (await findSession(read, name)).uid;
}
