import { type EmittedFields, RecordContext } from '../reader/record-context.ts';
import type { What } from '../source.ts';
import type { ContinueMemory } from './memory.ts';

/** One item being read. Its native id is its key where that identifies every copy of it, else its place. */
export class ContinueContext extends RecordContext<ContinueMemory> {
  declare readonly native: string;

  /** The file is rewritten with every addition, and what was emitted before may have grown. */
  override emit(key: string, what: What, fields: EmittedFields = {}): void {
    super.emit(key, what, { ...fields, fuller: true });
  }
}
