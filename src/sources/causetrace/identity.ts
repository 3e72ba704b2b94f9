import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { name, time } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { isCausetraces } from './record.ts';
import type { Rec } from './record.ts';

export const flavor = 'causetrace';

export function matches({ head }: Peek): boolean {
  return firstRecords(head, 1).some(isCausetraces);
}

export function identify({ head }: Peek): Identity {
  const [first] = firstRecords(head, 1).filter(isCausetraces);
  const begun = time(first?.['timestamp']);
  return {
    session: sessionOf(first ?? {}) ?? sessionUid(flavor, 'unknown'),
    ...(begun === undefined ? {} : { begun }),
  };
}

/** Under its own flavor, whatever agent it is about: a recording of a session is not the session. */
export function sessionOf(record: Rec): SessionUid | undefined {
  const id = name(record['session_id']);
  return id === undefined || id.length > 200 ? undefined : sessionUid(flavor, id);
}
