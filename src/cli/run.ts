import type { Store } from '../store/store.ts';
import type { App } from './app.ts';
import type { Settings } from './settings/settings.ts';
import type { Ink } from './text/ink.ts';

/** One run of one command: the world, what was settled for it, and its two streams. */
export interface Run {
  readonly app: App;
  readonly settings: Settings;
  readonly ink: Ink;
  readonly columns: number;
  readonly now: number;
  /**
   * The archive to ask, and to tell of. Where people read the answer it says on stderr when it is empty or old. Never
   * ingests.
   */
  openArchive(): Promise<Store>;
  /** The same archive without its secrets, unless --raw. */
  redact(store: Store): Store;
  /** The archive to change; waits for another writer and says so. */
  openToWrite(): Promise<Store>;
  /** To stdout. */
  print(text: string | Uint8Array): Promise<void>;
  /** About the run, to stderr, unless --quiet. */
  say(text: string): void;
  /** The answer as JSON or as text, whichever was asked for. */
  answer(data: unknown, text: () => string): Promise<void>;
}
