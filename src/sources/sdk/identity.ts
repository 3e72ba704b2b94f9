import { sessionUid, treeKey } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { text } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, ParentHint, Peek } from '../source.ts';
import { atOf, eventIdIn, isStart, sessionName, treeOf } from './record.ts';
import type { SdkRecord } from './record.ts';

export const flavor = 'sdk';

export function matches({ head }: Peek): boolean {
  return firstRecords(head, 1).some(isStart);
}

export function identify({ head }: Peek): Identity {
  const start: SdkRecord = firstRecords(head, 1).find(isStart) ?? {};
  const session = sessionUid(flavor, sessionName(start['session']) ?? 'unknown');
  const begun = atOf(start);
  const parent = parentOf(start, session);
  return {
    session,
    tree: treeOf(start) ?? treeKey(session),
    ...(parent && { parent }),
    ...(begun !== undefined && { begun }),
  };
}

/** Native ids of ours are ids of events, so what was handed to another process names the call by itself. */
function parentOf(start: SdkRecord, session: SessionUid): ParentHint | undefined {
  const call = eventIdIn(start['parent']);
  const uid = text(start['parentSession']);
  if (
    call === undefined ||
    uid === undefined ||
    uid === session ||
    uid.length > 300 ||
    !/^[a-z][a-z0-9-]*:[^\p{Cc}]+$/u.test(uid)
  )
    return undefined;
  return { uid: uid as SessionUid, relation: 'subagent', call };
}
