import { KeyedRecordContext } from '../reader/record-context.ts';
import type { AiderMemory } from './memory.ts';

/** One line being read. Files only grow, so its number identifies it for ever. */
export class AiderContext extends KeyedRecordContext<AiderMemory> {
  constructor(memory: AiderMemory, line: number) {
    super({ session: memory.session, memory, key: `line:${line}`, line });
  }
}
