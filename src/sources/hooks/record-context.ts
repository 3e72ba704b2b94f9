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
  constructor(session: SessionUid, memory: HookMemory, record: JsonObject) {
    const { event, at } = hookRecord(record);
    // Events without an id are identified by the content of the line: the same line twice is the same event.
    super({ session, memory, key: () => `hook:${event}:${hash('sha256', JSON.stringify(record)).slice(0, 16)}`, at });
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
