import { createHash } from 'node:crypto';
import type { Json } from '../source.ts';

/** What a reader carries from line to line; everything in it is bounded, whatever the length of the session. */
export interface Memory {
  /** A header was read: the next one is a resume's. */
  begun?: true;
  /** Its header said so; the file may have been moved away from where its path tells it. */
  isSubagent?: true;
  /** As last stated; only changes are told. */
  cwd?: string;
  model?: string;
  title?: string;
  /** Key of the prompt that opened the turn. */
  turn?: string;
  /** The event that the next one hangs on. */
  above?: string;
  /** The last response: what a cancelled call hangs on, which is written with no response of its own. */
  response?: string;
  lastStep?: string;
  /** The last request went wrong for good. */
  failed?: boolean;
  /** The latest messages, by id. */
  readonly messages: Map<string, Place>;
  /**
   * Marks of messages and calls that were told. One that is forgotten is told again under the same key, which changes
   * nothing.
   */
  readonly told: Set<string>;
  /** Marks of calls whose result is still to come. */
  readonly open: Set<string>;
}

/** Where a message stood in the conversation, and how much of it was told. */
export interface Place {
  readonly above?: string;
  readonly turn?: string;
  /** The event that what follows the message hangs on. */
  lead?: string;
  /** The length of what was said. */
  said?: number;
  /** What it used was told. */
  used?: true;
}

const messagesKept = 128;
const marksKept = 2048;

export function newMemory(): Memory {
  return { messages: new Map(), told: new Set(), open: new Set() };
}

/** A copy: a state handed out does not change under its holder. */
export function toJson(memory: Memory): Json {
  return structuredClone({
    ...memory,
    messages: [...memory.messages],
    told: [...memory.told],
    open: [...memory.open],
  }) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  const memory = structuredClone(state) as unknown as Memory;
  return { ...memory, messages: new Map(memory.messages), told: new Set(memory.told), open: new Set(memory.open) };
}

export function keepPlace({ messages }: Memory, id: string, place: Place): void {
  messages.set(id, place);
  if (messages.size > messagesKept) messages.delete(messages.keys().next().value!);
}

/** Whether this was told before; from now on it was. */
export function wasTold({ told }: Memory, id: string): boolean {
  const mark = markOf(id);
  if (told.has(mark)) return true;
  told.add(mark);
  if (told.size > marksKept) told.delete(told.values().next().value!);
  return false;
}

export function opened({ open }: Memory, call: string): void {
  open.add(markOf(call));
  if (open.size > messagesKept) open.delete(open.values().next().value!);
}

/** Whether a result was still to come; from now on it is not. */
export function closes({ open }: Memory, call: string): boolean {
  return open.delete(markOf(call));
}

function markOf(id: string): string {
  return createHash('sha1').update(id).digest('base64').slice(0, 8);
}
