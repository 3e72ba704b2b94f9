import { name } from '../../platform/parse-records.ts';
import { keep } from './carry.ts';
import type { Chain } from './carry.ts';
import type { Rec } from './record.ts';
import type { Work } from './work.ts';

/**
 * The key of the event a record hangs on. `parentUuid` is the record written before, whatever it was, so it is followed
 * through records that are no events. Some versions name parents they never wrote; then it is the event before.
 */
export function parentOf({ carry }: Work, chain: Chain, record: Rec): string | undefined {
  if (record['parentUuid'] === undefined) return chain.last;
  const above = name(record['parentUuid']);
  if (above === undefined) return undefined;
  const event = carry.passing.get(above) ?? carry.fleeting.get(above);
  if (event !== undefined) return event === '' ? undefined : event;
  // Only a person goes far back, by rewinding or by continuing another file; all others answer what has just been
  // written.
  if (carry.events.has(above) || record['type'] === 'user') return above;
  return chain.last ?? above;
}

/** Notes a record that is no event, so that its children find the event above it. */
export function passOver(work: Work, chain: Chain, record: Rec): void {
  const uuid = name(record['uuid']);
  if (uuid === undefined) return;
  const isFleeting = record['type'] === 'progress' || record['type'] === 'attachment';
  keep(work.carry, isFleeting ? 'fleeting' : 'passing', uuid, parentOf(work, chain, record) ?? '');
}

export function keyOfRecord(work: Work, record: Rec): string {
  return name(record['uuid']) ?? work.spareKey();
}

/** A key that was made up is no id of the agent's. */
export function nativeOf(record: Rec, key: string): string | undefined {
  return name(record['uuid']) === undefined ? undefined : key;
}
