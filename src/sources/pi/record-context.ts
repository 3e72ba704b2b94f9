import type { SessionUid } from '../../model/ids.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { PiMemory, Place } from './memory.ts';
import type { Entry } from './record.ts';

/** One entry being read. */
export class PiContext extends RecordContext<PiMemory> {
  readonly entry: Entry;
  /** Where its parent stands. */
  readonly above: Place;
  /** The place of its children; `above` until it has become an event. */
  place: Place;

  constructor(session: SessionUid, memory: PiMemory, entry: Entry, { line, above }: { line: string; above: Place }) {
    super({ session, memory, key: entry.id ?? line, at: entry.at });
    this.entry = entry;
    this.above = above;
    this.place = above;
  }

  moveTo(place: { readonly [Field in keyof Place]: Place[Field] | undefined }): void {
    this.place = Object.fromEntries(
      Object.entries({ ...this.place, ...place }).filter(([, value]) => value !== undefined),
    );
  }
}
