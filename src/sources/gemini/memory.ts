import { createHash } from 'node:crypto';
import { BoundedMap, BoundedSet } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';

export class GeminiMemory extends ReaderMemory {
  /** A header was read: the next one is a resume's. */
  begun?: true;
  /** Its header said so; the file may have been moved away from the folder that says it too. */
  isSubagent?: true;
  /** The event that the next one hangs on. */
  above?: string;
  /** The last response: what a cancelled call hangs on, which is written with no response of its own. */
  response?: string;
  /** The latest messages, by id. */
  readonly messages = new BoundedMap<Place>(128);
  /**
   * Marks of messages and calls that were emitted. One that is forgotten is emitted again under the same key, which
   * changes nothing.
   */
  readonly emitted = new BoundedSet(2048);
  /** Marks of calls whose result is still to come. */
  readonly open = new BoundedSet(128);

  /** Whether this was emitted before; from now on it was. */
  wasEmitted(id: string): boolean {
    const mark = markOf(id);
    if (this.emitted.has(mark)) return true;
    this.emitted.add(mark);
    return false;
  }

  opened(call: string): void {
    this.open.add(markOf(call));
  }

  /** Whether a result was still to come; from now on it is not. */
  closes(call: string): boolean {
    return this.open.delete(markOf(call));
  }
}

/** Where a message stood in the conversation, and how much of it was emitted. */
export interface Place {
  readonly above?: string;
  readonly turn?: string;
  /** The event that what follows the message hangs on. */
  lead?: string;
  /** The length of its text. */
  length?: number;
  /** What it used was emitted. */
  used?: true;
}

function markOf(id: string): string {
  return createHash('sha1').update(id).digest('base64').slice(0, 8);
}
