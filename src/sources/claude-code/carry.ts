import type { SessionUid } from '../../model/ids.ts';
import type { Json } from '../source.ts';
import type { Spent } from './cost-state.ts';
import type { Counted } from './usage.ts';
import type { Queued } from './queue.ts';

/**
 * What a reader carries from line to line. It is stored with every checkpoint, so every map forgets its oldest entries:
 * a child is written soon after its parent, a result soon after its call.
 */
export interface Carry {
  /** One per session the file writes to: '' is the file's own, else the agent's id or `side-<first uuid>`. */
  readonly chains: Map<string, Chain>;
  /** Records that are no events, and the key of the nearest event above them ('' when there is none). */
  readonly passing: Map<string, string>;
  /** The same for records that come in long runs, so that they do not push out the others. */
  readonly fleeting: Map<string, string>;
  /** Keys of the latest events, to tell a parent that was never written from one that was. */
  readonly events: Map<string, true>;
  /** Inline sidechains: which chain a record belongs to. */
  readonly sides: Map<string, string>;
  /** Calls without a result, by tool_use id. */
  readonly calls: Map<string, OpenCall>;
  /** Model responses that may go on, by message id. */
  readonly messages: Map<string, OpenMessage>;
  /** Turns by the agent's prompt id. */
  readonly turns: Map<string, string>;
  /** Sub-agents that run in the background. */
  readonly launched: Map<string, true>;
  /** A line was read. */
  begun: boolean;
  spent: Spent;
  readonly queue: Queued[];
  /** Hashes of queued messages that were told already and may be repeated by the next record. */
  readonly absorbed: number[];
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
  /** 2.0 starts three agents with each run only to warm the cache: nobody's work, and nothing of it is an event. */
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
  /** What its next block hangs on. */
  readonly above?: string;
  readonly counted: Counted;
}

const limits = {
  chains: 32,
  passing: 96,
  fleeting: 64,
  events: 128,
  sides: 128,
  calls: 64,
  messages: 64,
  turns: 8,
  launched: 64,
} as const;
/** Keys are the agent's ids, at times with a suffix of ours. */
const longestKey = 1100;
type MapName = keyof typeof limits;
const mapNames = Object.keys(limits) as MapName[];

type Saved = Partial<Record<MapName, [string, unknown][]>> & {
  readonly spent?: Spent;
  readonly queue?: Queued[];
  readonly absorbed?: number[];
};

export function newCarry(): Carry {
  return {
    chains: new Map(),
    passing: new Map(),
    fleeting: new Map(),
    events: new Map(),
    sides: new Map(),
    calls: new Map(),
    messages: new Map(),
    turns: new Map(),
    launched: new Map(),
    begun: false,
    spent: { told: {}, said: {} },
    queue: [],
    absorbed: [],
  };
}

/**
 * Sets an entry as the newest of its map and lets the oldest go when there are too many. What is too long for a name
 * is not kept.
 */
export function keep<Name extends MapName>(
  carry: Carry,
  name: Name,
  key: string,
  value: Carry[Name] extends Map<string, infer Value> ? Value : never,
): void {
  if (key.length > longestKey) return;
  const map = carry[name] as Map<string, unknown>;
  map.delete(key);
  map.set(key, value);
  if (map.size <= limits[name]) return;
  for (const oldest of map.keys()) {
    // The file's own chain is never forgotten.
    if (oldest === '') continue;
    map.delete(oldest);
    return;
  }
}

export function saveCarry(carry: Carry): Json {
  const saved: Record<string, Json> = {
    queue: carry.queue.map((item) => ({ ...item })),
    absorbed: [...carry.absorbed],
    spent: structuredClone(carry.spent) as unknown as Json,
  };
  // Entries that were changed in place must not change what was saved.
  for (const name of mapNames)
    if (carry[name].size > 0) saved[name] = structuredClone([...carry[name]]) as unknown as Json;
  return saved;
}

export function loadCarry(state: Json | undefined): Carry {
  const carry = newCarry();
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return carry;
  // It is our own: written by saveCarry and kept in our own store.
  const saved = structuredClone(state) as unknown as Saved;
  for (const name of mapNames)
    for (const [key, value] of saved[name] ?? []) (carry[name] as Map<string, unknown>).set(key, value);
  carry.begun = true;
  // An older stemma did not count: what was told before is not known.
  carry.spent = saved.spent ?? { ...carry.spent, shared: true };
  carry.queue.push(...(saved.queue ?? []));
  carry.absorbed.push(...(saved.absorbed ?? []));
  return carry;
}
