import type { What } from '../../model/draft.ts';
import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Place, StoreReader } from '../../store/store.ts';
import { payloadReader, placeOf } from '../event/payload.ts';
import type { PayloadOptions, ReadPayload } from '../event/payload.ts';

export interface Replayed {
  readonly event: Event;
  /** The file and line it was read from. */
  readonly place: Place | null;
  /** What was said or done, in full; null in a summary, or when it can no longer be read. */
  readonly content: What | null;
}

export interface ReplayOptions extends PayloadOptions {
  readonly after?: number;
  /** Without the content. */
  readonly summary?: boolean;
}

/** Every event of a session in order, with where it came from; a page at a time, so that its length does not matter. */
export async function* replay(
  read: StoreReader,
  session: Session,
  { after = 0, summary = false, ...options }: ReplayOptions,
): AsyncGenerator<Replayed> {
  const page = 200;
  const payloadOf = payloadReader(read, options);
  for (let from = after; ;) {
    const events = await read.events(session.uid, { after: from, limit: page });
    for (const event of events)
      yield summary ? await summarised(read, event, options) : await whole(read, event, payloadOf, options);
    if (events.length < page) return;
    from = events.at(-1)!.seq;
  }
}

async function summarised(read: StoreReader, event: Event, options: PayloadOptions): Promise<Replayed> {
  return { event, place: await placeOf(read, event, options), content: null };
}

async function whole(
  read: StoreReader,
  event: Event,
  payloadOf: ReadPayload,
  options: PayloadOptions,
): Promise<Replayed> {
  try {
    const payload = await payloadOf(event);
    return { event, place: payload?.place ?? null, content: payload?.what ?? null };
  } catch (error) {
    if (error instanceof StemmaError && error.code === 'payload-evicted') return summarised(read, event, options);
    throw error;
  }
}
