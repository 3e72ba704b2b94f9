import { name } from '../../platform/parse-records.ts';
import { remember } from '../remember.ts';
import type { Memory } from './memory.ts';
import type { Page } from './page.ts';
import type { Rec } from './record.ts';

/** A rewind goes back a few turns, further than that it has no parent. */
const recordsKept = 256;

/**
 * `parentUuid` is the record written before, whatever it was (a rewind names an older one), so it is followed through
 * records that are no events.
 */
export function eventAbove(memory: Memory, record: Rec): string | undefined {
  return memory.events.get(name(record['parentUuid']) ?? '') || undefined;
}

/** Notes where a record stands, for the records that will name it. */
export function placed({ memory, above, leads }: Page, record: Rec): void {
  const uuid = name(record['uuid']);
  if (uuid !== undefined) remember(memory.events, uuid, leads ?? above ?? '', recordsKept);
}
