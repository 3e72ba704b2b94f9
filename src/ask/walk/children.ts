import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { Descendants } from './descendants.ts';
import type { Descendant } from './descendants.ts';
import { eventsPage } from './events-page.ts';
import type { EventsAnswer, PageOptions } from './events-page.ts';

/** `events`: those recorded under it, nearest first, each with its `depth`: 1 for a child, 2 for a child of one. */
export interface ChildrenAnswer extends EventsAnswer<Descendant> {
  /** Whether there are events below the deepest level asked for; null before the last page. */
  readonly deeper: boolean | null;
}

/** The events recorded under an event, as deep as asked for. */
export async function children(
  read: StoreReader,
  event: Event,
  { depth, ...page }: PageOptions & { readonly depth: number },
): Promise<ChildrenAnswer> {
  const below = new Descendants(read, event);
  const found = await eventsPage(event, page, (count) => below.first(count, depth));
  return { ...found, deeper: found.truncated ? null : await below.isDeeper() };
}
