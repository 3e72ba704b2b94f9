import { hash } from 'node:crypto';
import type { SessionUid } from '../../model/ids.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { HookCall } from '../agent/hook-event.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { What } from '../source.ts';
import { likenessOf } from './memory.ts';
import type { HookMemory } from './memory.ts';
import { hookRecord } from './record.ts';

interface HookContextOptions {
  readonly session: SessionUid;
  readonly memory: HookMemory;
  readonly record: JsonObject;
  readonly isSubagent: boolean;
}

/** One line of a hook log being read. */
export class HookContext extends RecordContext<HookMemory> {
  constructor({ session, memory, record, isSubagent }: HookContextOptions) {
    const { event, at } = hookRecord(record);
    // Events without an id are identified by the content of the line: the same line twice is the same event.
    const key = () => `hook:${event}:${hash('sha256', JSON.stringify(record)).slice(0, 16)}`;
    super({ session, memory, key, at, isSubagent });
  }

  /** Each session in the log has its own turns. */
  override get turn(): string | undefined {
    return this.memory.turns.get(this.session);
  }

  emitPrompt(prompt: string): void {
    this.memory.turns.set(this.session, this.key);
    this.emit(
      this.key,
      { is: 'prompt', text: prompt, origin: this.isSubagent ? 'harness' : 'human' },
      { role: 'user' },
    );
  }

  emitAnswer(answer: string): void {
    this.emit(this.key, { is: 'completion', type: 'turn', text: answer || 'Turn completed' }, { role: 'assistant' });
  }

  /** Something besides a call; a child of the call it is about, if any. */
  emitAbout(what: What, call?: HookCall): void {
    const parent = call && this.keyOf(call);
    this.emit(this.key, what, { role: what.is === 'intervention' ? 'user' : 'system', parent });
  }

  /** The key of a call that was emitted before: by its id, else the latest that looks the same. */
  keyOf(call: HookCall): string | undefined {
    return call.id === undefined ? this.memory.openLike(likenessOf(this.session, call)) : `hook:${call.id}`;
  }
}
