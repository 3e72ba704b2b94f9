import { eventRef } from '../../src/model/ids.ts';
import type { ReadOnlyStore } from '../../src/store/store.ts';

/** Everything a user can see of a store, in a form that can be compared. */
export async function seen({ read }: ReadOnlyStore): Promise<unknown> {
  const { sessions } = await read.sessions({}, { limit: 10_000, offset: 0 });
  const shown = [];
  for (const session of sessions) {
    const { watermarks: _, source_path: __, source_bytes: ___, ...facts } = session;
    const events = await read.events(session.uid, { after: 0, limit: 100_000 });
    const edges = await read.causes(events.map(({ id }) => eventRef(id)!));
    const { chains } = await read.chains({ session: session.uid, oldestFirst: true }, { limit: 10_000, offset: 0 });
    // Whether the whole text of an event can still be read says nothing about what was learned from it.
    const learned = events.map(({ payload_ref: _ref, ...event }) => event);
    shown.push({ ...facts, events: learned, edges, chains });
  }
  return shown.sort((a, b) => (a.uid < b.uid ? -1 : 1));
}
