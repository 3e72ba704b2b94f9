import { isObject } from '../../platform/parse-records.ts';
import type { Json } from '../source.ts';
import { BoundedMap, BoundedSet } from './bounded.ts';

/**
 * What a reader carries from record to record. It is saved with every checkpoint, so everything in it is bounded,
 * whatever the length of the session: collections are `BoundedMap` and `BoundedSet`, texts are cut.
 *
 * A source extends it with fields of its own. They must be JSON, one of the bounded collections or another memory, and
 * have their initial value after construction: that decides how a saved one is restored.
 */
export class ReaderMemory {
  /** Session facts as last recorded: see `RecordContext.patchChanged`. */
  title?: string;
  cwd?: string;
  branch?: string;
  model?: string;
  /** Of the agent that wrote the records. */
  version?: string;
  /** Key of the prompt that opened the turn. */
  turn?: string;
  /** Key of the last prompt or call. */
  lastStep?: string;
  /** The last step before a compaction whose next step has not come yet. */
  compactedAt?: string;
  /** The last request or turn failed for good, and none has come since. */
  failed?: boolean;

  /** Restores what `save` returned; a new memory where there is nothing. */
  restore(state: Json | undefined): this {
    if (!isObject(state)) return this;
    // It is our own: written by `save` and stored by us.
    const fields = this as Record<string, unknown>;
    for (const [field, saved] of Object.entries(structuredClone(state))) {
      const held = fields[field];
      if (held instanceof BoundedMap) for (const [key, value] of saved as [string, unknown][]) held.set(key, value);
      else if (held instanceof BoundedSet) for (const value of saved as string[]) held.add(value);
      else if (held instanceof ReaderMemory) held.restore(saved as Json);
      else fields[field] = saved;
    }
    return this;
  }

  /** A copy: a saved state does not change later. */
  save(): Json {
    return JSON.parse(JSON.stringify(this)) as Json;
  }
}
