import { BoundedMap } from '../reader/bounded.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';

export class GrokMemory extends ReaderMemory {
  /** The text that may go on in the next line. */
  open?: OpenText;
  /** The message of the response that is being read, for the calls that come with it. */
  message?: { readonly stream: string; readonly key: string };
  /** Calls by the id the model gave them, the latest ones. */
  readonly calls = new BoundedMap<Call>(128);
  /** Sub-agents ran in this turn: its usage includes theirs. */
  shared?: boolean;
  /** A person refused a call in this turn; that ends it. */
  rejected?: boolean;
}

export interface OpenText {
  readonly key: string;
  /** Kind and response: a line of another is something else. */
  readonly stream: string;
  readonly fromLine: number;
  readonly at?: number;
  text: string;
}

export interface Call {
  readonly key: string;
  readonly turn?: string;
  readonly tool: string;
  ended?: true;
}
