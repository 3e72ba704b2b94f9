import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import type { Kind } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';

export interface TimelineAnswer {
  readonly session: Session;
  readonly events: readonly Event[];
  /** Events of the session, whatever kinds were asked for. */
  readonly total: number;
  readonly truncated: boolean;
  /** The `seq` after which the next page begins; null when this is the last. */
  readonly next: number | null;
}

/** What happened in a session, in order. */
export async function timeline(
  read: StoreReader,
  session: Session,
  { limit = 100, after = 0, kinds }: { limit?: number; after?: number; kinds?: readonly Kind[] } = {},
): Promise<TimelineAnswer> {
  const found = await read.events(session.uid, { after, limit: limit + 1, ...(kinds ? { kinds } : {}) });
  const events = found.slice(0, limit);
  const truncated = found.length > limit;
  return {
    session,
    events,
    total: await read.countEvents(session.uid),
    truncated,
    next: truncated ? events.at(-1)!.seq : null,
  };
}
