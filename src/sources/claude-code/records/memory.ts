import type { SessionUid } from '../../../model/ids.ts';
import { BoundedMap, BoundedSet } from '../../reader/bounded.ts';
import { ReaderMemory } from '../../reader/reader-memory.ts';
import type { Spent } from './cost-state.ts';
import type { Queued } from './queue.ts';
import type { Counted } from './usage.ts';

/** Limits are low: a child is written soon after its parent, a result soon after its call. */
export class ClaudeMemory extends ReaderMemory {
  /** One per session the file writes to: '' is the file's own, else the agent's id or `side-<first uuid>`. */
  readonly chains = new BoundedMap<Chain>(32, { pinned: '' });
  /** Records that are no events, and the key of the nearest event above them ('' when there is none). */
  readonly skipped = new BoundedMap<string>(96);
  /** The same for records that come in long runs, so that they do not push out the others. */
  readonly skippedRuns = new BoundedMap<string>(64);
  /** Keys of the latest events, to recognise a parent that was never written. */
  readonly events = new BoundedSet(128);
  /** Inline sidechains: which chain a record belongs to. */
  readonly sides = new BoundedMap<string>(128);
  /** Calls without a result, by tool_use id. */
  readonly calls = new BoundedMap<OpenCall>(64);
  /** Model responses that may go on, by message id. */
  readonly messages = new BoundedMap<OpenMessage>(64);
  /** Turns by the agent's prompt id. */
  readonly turns = new BoundedMap<string>(8);
  /** Sub-agents that run in the background. */
  readonly launched = new BoundedSet(64);
  /** A line was read. */
  begun = false;
  spent: Spent = { recorded: {}, stated: {} };
  readonly queue: Queued[] = [];
  /** Hashes of queued messages that were emitted already and may be repeated by the next record. */
  readonly absorbed: number[] = [];
}

export interface Chain {
  readonly uid: SessionUid;
  turn?: string;
  /** Latest event, and latest prompt or call. */
  last?: string;
  step?: string;
  /** The slash command whose body may follow. */
  command?: string;
  /** Native id of the call an inline sidechain answers to. */
  call?: string;
  /** The step before a compaction, until its summary comes. */
  compacted?: string;
  cwd?: string;
  branch?: string;
  version?: string;
  model?: string;
  /** 2.0 starts three agents with each run only to warm the cache: they do no work, and produce no events. */
  idle?: true;
}

export interface OpenCall {
  readonly key: string;
  readonly chain: string;
  /** Of a call that starts a sub-agent: hash of its prompt, and what it is called. */
  readonly prompt?: number;
  readonly title?: string;
}

export interface OpenMessage {
  /** The parent of its next block. */
  readonly above?: string;
  readonly counted: Counted;
}
