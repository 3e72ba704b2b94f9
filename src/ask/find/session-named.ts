import { findSession } from './find-session.ts';
import type { SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';

/**
 * The session of a manual entry: an archived one by any of its names, or one that is not archived yet by its uid.
 */
export async function sessionNamed(read: StoreReader, name: string): Promise<SessionUid> {
  try {
    return (await findSession(read, name)).uid;
  } catch (error) {
    const isAway =
      error instanceof StemmaError && error.code === 'session-not-found' && isUid.test(name) && redact(name) === name;
    if (isAway) return name as SessionUid;
    throw error;
  }
}

const isUid = /^[a-z][\w-]{0,40}:[^\s\p{C}]{1,300}$/u;
