/** What is carried from one change of a chat to the next; everything in it is bounded. */
export interface ChatMemory {
  /** The latest requests, by their place in the list: changes name them by it. */
  readonly requests: [place: number, request: KnownRequest][];
  /** What the last parts said, which the next ones may go on saying. */
  run?: Run;
  /** What parts told of calls, for when the model's side of them is told. */
  readonly shown: [call: string, shown: Shown][];
  model?: string;
  cwd?: string;
  /** The last request went wrong. */
  failed?: boolean;
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
  readonly pieces: [place: number, words: string][];
  /** The place behind its last part, or behind parts after it that say nothing. */
  end: number;
}

export interface Shown {
  readonly exitCode?: number;
  readonly status?: 'denied' | 'failed';
  readonly durationMs?: number;
  readonly at?: number;
}

export function newChatMemory(): ChatMemory {
  return { requests: [], shown: [] };
}

export function requestAt(memory: ChatMemory, place: number): KnownRequest | undefined {
  return memory.requests.find(([at]) => at === place)?.[1];
}

export function rememberRequest(memory: ChatMemory, place: number, request: KnownRequest): void {
  const at = memory.requests.findIndex(([known]) => known === place);
  if (at >= 0) memory.requests.splice(at, 1);
  memory.requests.push([place, request]);
  if (memory.requests.length > 32) memory.requests.shift();
}

export function rememberShown(memory: ChatMemory, call: string, shown: Shown): void {
  const at = memory.shown.findIndex(([known]) => known === call);
  if (at >= 0) memory.shown.splice(at, 1);
  memory.shown.push([call, shown]);
  if (memory.shown.length > 256) memory.shown.shift();
}
