import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import { lineage } from './lineage.ts';
import type { LineageLink } from './lineage.ts';
import { stepOf } from './step-of.ts';
import { refOf } from './step.ts';

export interface ParentsAnswer {
  readonly event: Event;
  /** Its parent, the parent of that and so on: nearest first, without the event itself. */
  readonly chain: readonly Event[];
  /** The same in steps; it also crosses from a sub-agent to the call that started it. */
  readonly lineage: readonly LineageLink[];
  readonly truncated: boolean;
}

/** The recorded lineage of an event. */
export async function parents(
  read: StoreReader,
  event: Event,
  { limit }: { readonly limit: number },
): Promise<ParentsAnswer> {
  // The event itself comes first, and one more shows whether the chain goes on.
  const found = (await read.parentChain(refOf(event.id), limit + 2)).slice(1);
  return {
    event,
    chain: found.slice(0, limit),
    lineage: await lineage(read, await stepOf(read, event)),
    truncated: found.length > limit,
  };
}
