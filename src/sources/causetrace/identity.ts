import { basename } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { name, time } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';
import { firstOfList, isCausetraces } from './record.ts';
import type { Rec } from './record.ts';

export const flavor = 'causetrace';

export function matches({ head }: Peek): boolean {
  const first = firstIn(head);
  return first !== undefined && isCausetraces(first);
}

/** What `causetrace export` prints: a list in one line, or in many with `--pretty`. */
export function document({ head }: Peek): DocumentShape | undefined {
  return firstOfList(head) ? { records: [''] } : undefined;
}

export function identify({ path, head }: Peek): Identity {
  const first = firstIn(head) ?? {};
  const begun = time(first['timestamp']);
  // What `causetrace enrich` and `causetrace codex --save` write has no session id; the file is named after it.
  const stem = basename(path.replaceAll('\\', '/')).replace(/\.jsonl?$/, '');
  return {
    session: sessionOf(first) ?? sessionUid(flavor, stem.slice(0, longestId) || 'unknown'),
    ...(begun === undefined ? {} : { begun }),
  };
}

const longestId = 200;

/** Under its own flavor, whatever agent it is about: a recording of a session is not the session. */
export function sessionOf(record: Rec): SessionUid | undefined {
  const id = name(record['session_id']);
  return id === undefined || id.length > longestId ? undefined : sessionUid(flavor, id);
}

function firstIn(head: string): Rec | undefined {
  return firstOfList(head) ?? firstRecords(head, 1)[0];
}
