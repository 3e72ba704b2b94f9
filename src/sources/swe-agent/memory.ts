import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';

export class SweAgentMemory extends ReaderMemory {
  /** How many records of a list were read. */
  readonly counts: Record<string, number> = {};
  /** Steps were read from `trajectory`. */
  hasSteps?: boolean;
  /** Keys of calls without a result, by id. */
  readonly open = new BoundedMap<string>(64);
  /** What is open in SWE-agent's viewer, which its `edit` edits. */
  openFile?: string;
  /** How long the action took that waits for its result. */
  took?: number;
  /**
   * How long each action of `trajectory` took, for the conversation that follows: a mark of the action, milliseconds.
   */
  times: readonly (readonly [mark: string, ms: number])[] = [];

  count(list: string): number {
    return (this.counts[list] = (this.counts[list] ?? 0) + 1);
  }
}
