import { BoundedMap } from '../../reader/bounded.ts';
import { ReaderMemory } from '../../reader/reader-memory.ts';

/** What is carried from one change of a chat to the next. */
export class ChatMemory extends ReaderMemory {
  /** The latest requests, by their place in the list: changes name them by it. */
  readonly requests = new BoundedMap<KnownRequest>(32);
  /** The text of the last parts, which the next ones may continue. */
  run?: Run;
  /** What parts show of calls, for when the model's side of them is read. */
  readonly shown = new BoundedMap<Shown>(256);
}

export interface KnownRequest {
  readonly id: string;
  readonly at?: number;
  /** How many parts its response has. */
  parts: number;
}

/** Parts that follow each other and are one message, or one thought. */
export interface Run {
  readonly request: string;
  readonly is: 'message' | 'thinking';
  /** The place of its first part, which names it. */
  readonly start: number;
  readonly pieces: [place: number, text: string][];
  /** The place behind its last part, or behind parts after it without text. */
  end: number;
}

export interface Shown {
  readonly exitCode?: number;
  readonly status?: 'denied' | 'failed';
  readonly durationMs?: number;
  readonly at?: number;
}
