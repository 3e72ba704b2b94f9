import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { eventsPage } from './events-page.ts';
import type { EventsAnswer, PageOptions } from './events-page.ts';
import { lineage } from './lineage.ts';
import type { LineageLink } from './lineage.ts';
import { stepOf } from './step-of.ts';
import { refOf } from './step.ts';

/** `events`: its parent, the parent of that and so on, nearest first, without the event itself. */
export interface ParentsAnswer extends EventsAnswer {
  /** The same in steps, the nearest ten; it also crosses from a sub-agent to the call that started it. */
  readonly lineage: readonly LineageLink[];
}

/** The recorded lineage of an event. */
export async function parents(read: StoreReader, event: Event, page: PageOptions): Promise<ParentsAnswer> {
  const found = await eventsPage(event, page, async (count) =>
    (await read.parentChain(refOf(event.id), count + 1)).slice(1),
  );
  return { ...found, lineage: await lineage(read, await stepOf(read, event)) };
}
