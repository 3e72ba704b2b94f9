import { type EmittedFields, RecordContext } from '../../reader/record-context.ts';
import type { What } from '../../source.ts';
import type { ChatMemory } from './memory.ts';

/** A request, or a change of one, being read. Events are named by their requests, not by the record. */
export class ChatContext extends RecordContext<ChatMemory> {
  /** Requests grow with their responses, so an event may have been emitted before, with less. */
  override emit(key: string, what: What, fields: EmittedFields = {}): void {
    super.emit(key, what, { ...fields, fuller: true });
  }
}
