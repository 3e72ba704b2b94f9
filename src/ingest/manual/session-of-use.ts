import { sessionUid, type SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';

/**
 * The session named with a manual use: one in the archive, by its uid or the agent's own id; else a new one,
 * `sdk:<name>`.
 */
export async function sessionOfUse(read: StoreReader, name: string): Promise<SessionUid> {
  if (!isName.test(name) || redact(name) !== name) {
    const got = JSON.stringify(redact(name).slice(0, 60));
    throw new StemmaError('bad-argument', `session must be a uid or a name without blanks (got ${got}).`, {
      hint: 'Give its uid, such as claude:3f2a…, or a name of your own without blanks.',
    });
  }
  const known = (await read.findSessions(name, 5)).find(({ uid, native_id }) => uid === name || native_id === name);
  if (known) return known.uid;
  return isUid.test(name) ? (name as SessionUid) : sessionUid('sdk', name);
}

const isName = /^[^\s\p{C}]{1,300}$/u;
const isUid = /^[a-z][\w-]{0,40}:[^\s\p{C}]{1,300}$/u;
