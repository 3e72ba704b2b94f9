import { readSession } from '../../src/memory/digest/read-session.ts';
import type { DigestOutcome } from '../../src/model/digest.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import type { StoreReader } from '../../src/store/store.ts';

/** The outcome by the rules of this checkout, whatever the store has kept. */
export async function outcomeOf(read: StoreReader, session: SessionUid): Promise<DigestOutcome | undefined> {
  return (await readSession(read, session, { now: Number.MAX_SAFE_INTEGER }))?.digest.outcome;
}
