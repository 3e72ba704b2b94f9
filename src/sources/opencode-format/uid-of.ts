import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';

/** Of another session of the same program. */
export function uidLike(known: SessionUid, session: string): SessionUid {
  return sessionUid(known.slice(0, known.indexOf(':')), session);
}
