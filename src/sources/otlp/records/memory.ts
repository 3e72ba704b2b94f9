import { BoundedMap, BoundedSet } from '../../reader/bounded.ts';
import { ReaderMemory } from '../../reader/reader-memory.ts';
import type { Heading } from '../heading.ts';
import { digest } from '../ids.ts';

export class OtlpMemory extends ReaderMemory {
  heading?: Heading;
  /** The prompt that opened the turn, by session. */
  readonly turns = new BoundedMap<string>(200);
  /** Digests of the texts that were emitted: every request repeats what came before it. */
  readonly emitted = new BoundedSet(2_000);
  /** Calls of the sessions: key, and a hash of tool and input until the call has its result. */
  readonly calls = new BoundedMap<readonly [key: string, likeness: string | null]>(300);
  /** What a request answers, by its span, where log records have it. */
  readonly answers = new BoundedMap<string>(100);
  /** Tools of known agents' calls. */
  readonly tools = new BoundedMap<string>(300);

  /** Whether these come for the first time; remembers them. */
  isNew(...texts: readonly string[]): boolean {
    const mark = digest(texts.join('\0'));
    if (this.emitted.has(mark)) return false;
    this.emitted.add(mark);
    return true;
  }
}
