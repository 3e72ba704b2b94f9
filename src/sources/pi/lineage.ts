import type { PiMemory, Place } from './memory.ts';
import type { PiContext } from './record-context.ts';
import type { Entry } from './record.ts';

/**
 * The parent of an entry: `parentId` followed through entries that are no events. A second child of an older entry is a
 * branch. Before version 2 it is not recorded, and the nearest known event is the prompt that opened the turn.
 */
export function placeAbove({ places, last }: PiMemory, { parentId }: Entry): Place {
  if (parentId === null) return {};
  if (parentId === undefined) return { ...last, ...(last.turn === undefined ? {} : { event: last.turn }) };
  // Further back than we remember: an entry that became an event has its id.
  return places.get(parentId) ?? { event: parentId };
}

/** Remembers the entry's place, for its children. */
export function settle({ memory, entry, place }: PiContext): void {
  memory.last = place;
  if (entry.id !== undefined) memory.places.set(entry.id, place);
}
