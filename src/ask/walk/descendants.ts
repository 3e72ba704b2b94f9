import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { refOf } from './step.ts';

export type Descendant = Event & { readonly depth: number };

/**
 * The events that name this one as their parent, and theirs, as deep as wanted, breadth first. What agents record may
 * lead in a circle.
 */
export async function descendants(
  read: StoreReader,
  event: Event,
  depth: number,
  limit: number,
): Promise<readonly Descendant[]> {
  const found: Descendant[] = [];
  const seen = new Set<string>([event.id]);
  let level: readonly Event[] = [event];
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const next: Event[] = [];
    for (const parent of level) {
      for (const child of await read.childEvents(refOf(parent.id), limit - found.length)) {
        if (seen.has(child.id)) continue;
        seen.add(child.id);
        next.push(child);
        found.push({ ...child, depth: at });
        if (found.length >= limit) return found;
      }
    }
    level = next;
  }
  return found;
}
