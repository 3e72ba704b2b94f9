import { RecordContext, type RecordFacts } from '../reader/record-context.ts';
import type { GrokMemory } from './memory.ts';
import type { Update } from './record.ts';

/** One line of the transcript being read. */
export class GrokContext extends RecordContext<GrokMemory> {
  readonly update: Update;

  constructor(facts: RecordFacts<GrokMemory> & { readonly update: Update }) {
    super(facts);
    this.update = facts.update;
  }
}
