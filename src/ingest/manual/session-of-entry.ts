import { flavorOf, sessionUid, type SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import { about as sdk } from '../../sources/sdk/about.ts';
import { sessionName } from '../../sources/sdk/record.ts';
import type { StoreReader } from '../../store/store.ts';

/**
 * The session named with a manual entry: one in the archive, by its uid, the agent's own id, or the start of one of
 * them; else one that is not here yet. A name of its own becomes `sdk:<name>`, as with EventLogger. When an agent's
 * session with that id is ingested later, the entry is joined to it (src/store/queries/sessions/adopt-entries.ts).
 */
export async function sessionOfEntry(read: StoreReader, name: string): Promise<SessionUid> {
  refuseBadName(name);
  const known = await read.findSessions(name, maxSessions);
  const exact = known.find(({ uid, native_id }) => uid === name || native_id === name);
  if (exact) return exact.uid;
  // Names that people choose begin alike, `session-1` and `session-12`; ids that agents make do not.
  const begun = known.filter(
    ({ uid }) => flavorOf(uid) !== sdk.flavor && !known.some((other) => uid.startsWith(`${other.uid}/`)),
  );
  if (begun.length === 1 && name.length >= shortestStart) return begun[0]!.uid;
  return isUid.test(name) ? (name as SessionUid) : sessionUid(sdk.flavor, name);
}

/** A name is stored as it is, and printed. */
export function refuseBadName(name: string): void {
  if (sessionName(name) !== undefined && redact(name) === name) return;
  const got = JSON.stringify(redact(name).slice(0, 60));
  throw new StemmaError(
    'bad-argument',
    `session must have 1 to 200 characters, no control characters, no blanks at its ends and no secret (got ${got}).`,
    { hint: 'Give its uid, such as claude:3f2a…, or a name of your own.' },
  );
}

// Sub-agents share the start of the session that started them.
const maxSessions = 300;
const shortestStart = 4;
const isUid = /^[a-z][\w-]{0,40}:[^\s\p{C}]{1,300}$/u;
