import type { SessionUid } from '../../../model/ids.ts';
import { RecordContext, type RecordFacts } from '../../reader/record-context.ts';
import type { QwenMemory } from './memory.ts';

export class QwenContext extends RecordContext<QwenMemory> {
  /** The main session, whose id every sub-agent's begins with. */
  readonly main: SessionUid;
  /** The parent of the record. */
  readonly above: string | undefined;
  /** The parent of what follows the record, where it is not the one above. */
  leads?: string;

  constructor(facts: RecordFacts<QwenMemory> & { readonly line: number; readonly above: string | undefined }) {
    super(facts);
    this.main = facts.session.split('/', 1)[0] as SessionUid;
    this.above = facts.above;
  }
}
