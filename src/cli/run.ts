import type { ReadOnlyStore, Store } from '../store/store.ts';
import type { App } from './app.ts';
import type { Settings } from './settings/settings.ts';
import type { Ink } from './text/ink.ts';

/** One run of one command: the app, its settings, and its two output streams. */
export interface Run {
  readonly app: App;
  readonly settings: Settings;
  readonly ink: Ink;
  readonly columns: number;
  readonly now: number;
  /** The archive, for reading. For text output a note on stderr says when it is empty or old. Never ingests. */
  openArchive(): Promise<ReadOnlyStore>;
  /** The archive, for writing; waits for another writer and prints that it waits. */
  openToWrite(): Promise<Store>;
  /** To stdout. */
  print(text: string | Uint8Array): Promise<void>;
  /** Prints a note about the run to stderr, unless --quiet. */
  say(text: string): void;
  /** Prints the answer as JSON or as text. */
  answer(data: unknown, text: () => string): Promise<void>;
}
