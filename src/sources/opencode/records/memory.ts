import { BoundedMap } from '../../reader/bounded.ts';
import { ReaderMemory } from '../../reader/reader-memory.ts';
import type { RecordContext } from '../../reader/record-context.ts';

/** `turn` is set only where messages do not say which prompt they answer. */
export class OpenCodeMemory extends ReaderMemory {
  /** Messages are read as they stand, and may be read again when they have grown. */
  standing?: true;
  reverted?: string;
  /** Of a log: the request that was made last, and how it failed. */
  request?: { readonly attempt: number; readonly failed?: { readonly text: string; readonly at?: number } };
  /** The prompt whose parts are being read. */
  openPrompt?: OpenPrompt;
  /** What the agent was asked, by message id. Turns run long: a prompt is kept for as many later ones as this. */
  readonly prompts = new BoundedMap<Prompt>(64);
  /** What the model answered, by message id. */
  readonly responses = new BoundedMap<Response>(64);
  /** Which part has which key. In Go, which tool was called. */
  readonly holders = new BoundedMap<string>(256);
}

/** Lines have no key of their own: events are named by their messages and parts. */
export type OpenCodeContext = RecordContext<OpenCodeMemory>;

export interface Prompt {
  /** Its key. */
  readonly key: string;
  readonly at?: number;
  /** It has become an event, which others may hang on. */
  emitted?: true;
}

export interface Response {
  readonly created?: number;
  completed?: number;
  /** Message id of the prompt it answers. */
  readonly prompt?: string;
  /** It sums up the conversation so far, for the model to go on with. */
  readonly isSummary?: true;
  /** Its last message or thought. */
  above?: string;
  /** A text that has begun and is still empty, and what it hangs on itself. */
  begun?: { readonly key: string; readonly above?: string };
}

/** What a person wrote in a prompt, and the names of its attachments. */
export interface OpenPrompt {
  readonly message: string;
  readonly texts: PromptText[];
  readonly files: PromptText[];
}

export interface PromptText {
  /** Of the part. */
  readonly id: string;
  text: string;
}
