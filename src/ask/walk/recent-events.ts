import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import type { PageOptions } from './events-page.ts';

export interface RecentEventsAnswer {
  readonly session: SessionUid;
  /** The newest first. */
  readonly events: readonly Event[];
  readonly truncated: boolean;
  /** `after` of the next page: the `seq` of the last event of this one; null when this is the last. */
  readonly next: number | null;
}

/** The latest events of a session; none of one that nothing was recorded of yet. */
export async function recentEvents(
  read: StoreReader,
  session: SessionUid,
  { limit, after }: PageOptions,
): Promise<RecentEventsAnswer> {
  const found = await read.recentEvents(session, { limit: limit + 1, ...(after > 0 && { before: after }) });
  const events = found.slice(0, limit);
  const truncated = found.length > limit;
  return { session, events, truncated, next: truncated ? events.at(-1)!.seq : null };
}
