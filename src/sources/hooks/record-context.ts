import { hash } from 'node:crypto';
import type { SessionUid } from '../../model/ids.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { HookCall } from '../agent/hook-event.ts';
import { RecordContext } from '../reader/record-context.ts';
import type { What } from '../source.ts';
import { likenessOf } from './memory.ts';
import type { HookMemory } from './memory.ts';
import { hookRecord } from './record.ts';

/** One line of a hook log being read. */
export class HookContext extends RecordContext<HookMemory> {
  readonly #record: JsonObject;

  constructor(session: SessionUid, memory: HookMemory, record: JsonObject) {
    super({ session, memory, key: '', at: hookRecord(record).at });
    this.#record = record;
  }

  /** Names an event by the content of the line, where no id does: the same line twice is the same event. */
  lineKey(): string {
    return `hook:${hookRecord(this.#record).event}:${hash('sha256', JSON.stringify(this.#record)).slice(0, 16)}`;
  }

  /** Something besides a call; it hangs on the call it is about, if it is about one. */
  emitAbout(what: What, call?: HookCall): void {
    const parent = call && this.keyOf(call);
    this.emit(this.lineKey(), what, { role: what.is === 'intervention' ? 'user' : 'system', parent });
  }

  /** The key of a call that was emitted before: by its id, else the latest that looks the same. */
  keyOf(call: HookCall): string | undefined {
    return call.id === undefined ? this.memory.openLike(likenessOf(this.session, call)) : `hook:${call.id}`;
  }
}
