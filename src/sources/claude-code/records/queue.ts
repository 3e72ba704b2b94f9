import { keyOf } from '../../../model/ids.ts';
import { name, text } from '../../../platform/parse-records.ts';
import { pushBounded } from '../../reader/bounded.ts';
import type { ClaudeMemory } from './memory.ts';
import { isNotification } from './prompts.ts';
import type { Rec } from './record.ts';

/** A message that waits for the running turn to end, or to be shown to the model in the middle of it. */
export interface Queued {
  readonly text: string;
  readonly hash: number;
  readonly at: string;
}

const maxQueued = 8;
const longest = 2000;

/**
 * A queue operation. `enqueue` and `dequeue` carry no information: a dequeued message comes again as a user record.
 * `remove` means that the running turn absorbed it; before 2.1.325 no other record shows that, so it is returned here.
 */
export function queueOperation(memory: ClaudeMemory, record: Rec): Queued | undefined {
  switch (record['operation']) {
    case 'enqueue':
      enqueue(memory, record);
      return undefined;
    case 'dequeue':
      take(memory);
      return undefined;
    case 'remove': {
      const removed = take(memory, text(record['content']));
      // Here an attachment follows that repeats it, and has its place among the records.
      if (removed === undefined || typeof record['commandUuid'] === 'string') return undefined;
      pushBounded(memory.absorbed, removed.hash, maxQueued);
      return removed;
    }
    default:
      // popAll: the person took everything back into the input line.
      memory.queue.length = 0;
      return undefined;
  }
}

/** A record with this text came: it is no longer queued. */
export function leaveQueue(memory: ClaudeMemory, words: string): void {
  if (memory.queue.length === 0) return;
  const at = memory.queue.findIndex((item) => item.hash === hashOf(words));
  if (at >= 0) memory.queue.splice(at, 1);
}

/** Whether this text was emitted just before, from the queue alone. */
export function wasAbsorbed(memory: ClaudeMemory, words: string): boolean {
  if (memory.absorbed.length === 0) return false;
  const at = memory.absorbed.indexOf(hashOf(words));
  if (at >= 0) memory.absorbed.splice(at, 1);
  return at >= 0;
}

function enqueue(memory: ClaudeMemory, record: Rec): void {
  const words = text(record['content']);
  if (words === undefined || words === '') return;
  const queued = { text: words.slice(0, longest), hash: hashOf(words), at: name(record['timestamp']) ?? '' };
  pushBounded(memory.queue, queued, maxQueued);
}

/** People's messages go before notifications, each in order. */
function take(memory: ClaudeMemory, words?: string): Queued | undefined {
  let at = words === undefined ? -1 : memory.queue.findIndex((item) => item.hash === hashOf(words));
  if (at < 0) at = memory.queue.findIndex((item) => !isNotification(item.text));
  if (at < 0) at = 0;
  return memory.queue.splice(at, 1)[0];
}

function hashOf(words: string): number {
  return keyOf(words.trim());
}
