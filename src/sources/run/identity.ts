import { sessionUid } from '../../model/ids.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Identity, Peek } from '../source.ts';
import { atOf, isRunRecord, shortName } from './record.ts';

export const flavor = 'run';

export function matches({ head }: Peek): boolean {
  return firstRecords(head, 1).some(isRunRecord);
}

export function identify({ head }: Peek): Identity {
  const first = firstRecords(head, 1).find(isRunRecord);
  const begun = first && atOf(first);
  return {
    session: sessionUid(flavor, (first && shortName(first['run'])) ?? 'unknown'),
    ...(begun === undefined ? {} : { begun }),
  };
}
