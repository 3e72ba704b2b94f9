import type { Usage } from '../reader/draft-of.ts';
import { KeyedRecordContext, type RecordFacts } from '../reader/record-context.ts';
import type { SweAgentMemory } from './memory.ts';

export class SweAgentContext extends KeyedRecordContext<SweAgentMemory> {
  /** The record is read alone, from the archive: whether it answers a call is unknown. */
  readonly isAlone: boolean;

  constructor(facts: RecordFacts<SweAgentMemory> & { readonly isAlone: boolean }) {
    super(facts);
    this.isAlone = facts.isAlone;
  }

  prompt(text: string, origin: 'human' | 'harness', key = this.key): void {
    this.memory.turn = key;
    this.emit(key, { is: 'prompt', text, origin }, { role: 'user' });
  }

  call({ key, tool, input, id = key }: Call, parent: string | undefined, usage: Usage = {}): void {
    this.emit(key, { is: 'call', tool, input }, { role: 'assistant', parent, native: id, ...usage });
    this.memory.open.set(id, key);
  }

  /** The call that a result answers: the one its id names, without an id the oldest open one. */
  answeredCall(id: string | undefined): string | undefined {
    const { open } = this.memory;
    const waiting = id ?? open.keys().next().value;
    const key = waiting === undefined ? undefined : open.get(waiting);
    if (waiting !== undefined) open.delete(waiting);
    return key ?? id ?? (this.isAlone ? `${this.key}:call` : undefined);
  }
}

interface Call {
  readonly key: string;
  readonly tool: string;
  readonly input: unknown;
  readonly id?: string;
}
