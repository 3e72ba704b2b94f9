import type { PiMemory, Place } from './memory.ts';
import type { PiContext } from './record-context.ts';
import type { Entry } from './record.ts';

/**
 * What an entry hangs on: `parentId` followed through entries that are no events. A second child of an older entry is a
 * branch. Before version 2 nothing is said, and the nearest thing known is the prompt that opened the turn.
 */
export function placeAbove({ places, last }: PiMemory, { parentId }: Entry): Place {
  if (parentId === null) return {};
  if (parentId === undefined) return { ...last, ...(last.turn === undefined ? {} : { event: last.turn }) };
  // Further back than we remember: an entry that became an event gave it its id.
  return places.get(parentId) ?? { event: parentId };
}

/** Notes where the entry stands, for its children. */
export function settle({ memory, entry, place }: PiContext): void {
  memory.last = place;
  if (entry.id !== undefined) memory.places.set(entry.id, place);
}
