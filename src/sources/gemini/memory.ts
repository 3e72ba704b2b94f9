import { createHash } from 'node:crypto';
import { BoundedMap, BoundedSet } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';

export class GeminiMemory extends ReaderMemory {
  /** A header was read: the next one belongs to a resume. */
  begun?: true;
  /** Its header states it; the file may have been moved out of the folder that shows it too. */
  isSubagent?: true;
  /** The parent of the next event. */
  above?: string;
  /** The last response: the parent of a cancelled call, which is written without a response of its own. */
  response?: string;
  /** The latest messages, by id. */
  readonly messages = new BoundedMap<Place>(128);
  /**
   * Marks of emitted messages and calls. A forgotten one is emitted again under the same key, which changes nothing.
   */
  readonly emitted = new BoundedSet(2048);
  /** Marks of calls whose result is still to come. */
  readonly open = new BoundedSet(128);

  /** Whether this was emitted before; marks it as emitted. */
  wasEmitted(id: string): boolean {
    const mark = markOf(id);
    if (this.emitted.has(mark)) return true;
    this.emitted.add(mark);
    return false;
  }

  opened(call: string): void {
    this.open.add(markOf(call));
  }

  /** Whether a result was still to come; marks it as arrived. */
  closes(call: string): boolean {
    return this.open.delete(markOf(call));
  }
}

/** Where a message stood in the conversation, and how much of it was emitted. */
export interface Place {
  readonly above?: string;
  readonly turn?: string;
  /** The parent of what follows the message. */
  lead?: string;
  /** The length of its text. */
  length?: number;
  /** Its usage was emitted. */
  used?: true;
}

function markOf(id: string): string {
  return createHash('sha1').update(id).digest('base64').slice(0, 8);
}
