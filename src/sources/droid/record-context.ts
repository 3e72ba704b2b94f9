import type { Identity } from '../source.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { DroidMemory, Place } from './memory.ts';
import type { Entry } from './record.ts';

/** One line being read. */
export class DroidContext extends RecordContext<DroidMemory> {
  readonly entry: Entry;
  /** Its parent's place: `parentId`, followed through messages that are no events. */
  readonly above: Place;
  /** Its own place; `above` until it has become an event. */
  place: Place;

  constructor(identity: Identity, memory: DroidMemory, entry: Entry, { line, above }: { line: string; above: Place }) {
    super({
      session: identity.session,
      memory,
      key: entry.id ?? line,
      at: entry.at,
      isSubagent: identity.parent?.relation === 'subagent',
    });
    this.entry = entry;
    this.above = above;
    this.place = above;
  }

  moveTo(event: string, turn: string | undefined): void {
    this.place = { event, ...(turn === undefined ? {} : { turn }) };
  }
}
