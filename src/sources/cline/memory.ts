import type { SessionUid } from '../../model/ids.ts';
import type { Json } from '../source.ts';

/** What a reader carries from message to message; everything in it is bounded. */
export interface Memory {
  /** As last stated; only changes are told. */
  model?: string;
  cwd?: string;
  /** Key of the prompt that opened the turn. */
  turn?: string;
  lastStep?: string;
  /** Of a task whose calls have no ids: the call of the message before, which the next message answers. */
  asked?: { readonly key: string; readonly tool: string };
  /** Sub-agents by the call that started them. */
  readonly children: [call: string, child: SessionUid][];
}

export function newMemory(): Memory {
  return { children: [] };
}

/** A copy: a state handed out does not change under its holder. */
export function toJson(memory: Memory): Json {
  return structuredClone(memory) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  return structuredClone(state) as unknown as Memory;
}
