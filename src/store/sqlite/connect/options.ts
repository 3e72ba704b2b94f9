import type { StoreMode } from '../../store.ts';
import type { Waiting } from './writer-lock.ts';

export interface OpenOptions<Mode extends StoreMode = StoreMode> extends Waiting {
  /**
   * `write` makes the store if there is none and keeps other writers out until it is closed. `read` changes nothing:
   * where there is no store it answers like an empty one.
   */
  readonly mode: Mode;
  /** How long a single transaction waits for one that is not stemma's, such as a sqlite3 shell's. */
  readonly busyMs?: number;
}

export const defaultBusyMs = 5_000;
