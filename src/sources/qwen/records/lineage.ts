import { name } from '../../../platform/parse-records.ts';
import type { QwenMemory } from './memory.ts';
import type { QwenContext } from './record-context.ts';
import type { Rec } from './record.ts';

/**
 * `parentUuid` is the previous record of any kind (a rewind names an older one), so it is followed through records that
 * are no events.
 */
export function eventAbove(memory: QwenMemory, record: Rec): string | undefined {
  return memory.events.get(name(record['parentUuid']) ?? '') || undefined;
}

/** Remembers a record's place, for the records that will name it. */
export function placed({ memory, above, leads }: QwenContext, record: Rec): void {
  const uuid = name(record['uuid']);
  if (uuid !== undefined) memory.events.set(uuid, leads ?? above ?? '');
}
