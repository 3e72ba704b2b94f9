import { RecordContext, type RecordFacts } from '../reader/record-context.ts';
import type { GeminiMemory } from './memory.ts';

interface GeminiFacts extends RecordFacts<GeminiMemory> {
  readonly isRewritten: boolean;
  readonly isDocument: boolean;
}

export class GeminiContext extends RecordContext<GeminiMemory> {
  /** The messages are a rewritten history: with new times, and with less in them. */
  readonly isRewritten: boolean;
  /** The whole session is rewritten each time, so what was emitted before may have grown. */
  readonly isDocument: boolean;

  constructor(facts: GeminiFacts) {
    super(facts);
    this.isRewritten = facts.isRewritten;
    this.isDocument = facts.isDocument;
  }
}
