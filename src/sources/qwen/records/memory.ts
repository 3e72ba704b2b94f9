import { BoundedMap } from '../../reader/bounded.ts';
import { ReaderMemory } from '../../reader/reader-memory.ts';
import type { MeasuredResponse } from './measured-responses.ts';

export class QwenMemory extends ReaderMemory {
  /** The turn whose interruption was emitted: each cancelled call repeats it. */
  interrupted?: string;
  /** The last response that was measured, until it is known whether it is recorded. */
  measured?: MeasuredResponse;
  /**
   * The parent of what follows a record, by the record's uuid; empty when there is none. A rewind goes back a few
   * turns; further back it has no parent.
   */
  readonly events = new BoundedMap<string>(256);
  /** Calls that have no result yet. */
  readonly calls = new BoundedMap<OpenCall>(64);
}

export interface OpenCall {
  /** Of a call that starts a sub-agent: its type, and what it was called. */
  readonly agent?: { readonly type: string; readonly title?: string };
  /** How it ended, recorded before its result: results of parallel calls are all written when the last is done. */
  ended?: { readonly at?: number; readonly durationMs?: number };
}
