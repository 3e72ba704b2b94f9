import { BoundedMap } from '../../reader/bounded.ts';
import { ReaderMemory } from '../../reader/reader-memory.ts';
import type { RecordContext } from '../../reader/record-context.ts';

/** `turn` is set only where messages do not name the prompt they answer. */
export class OpenCodeMemory extends ReaderMemory {
  /** Messages are read in their current state, and may be read again when they have grown. */
  standing?: true;
  reverted?: string;
  /** Of a log: the request that was made last, and how it failed. */
  request?: { readonly attempt: number; readonly failed?: { readonly text: string; readonly at?: number } };
  /** The prompt whose parts are being read. */
  openPrompt?: OpenPrompt;
  /** Prompts, by message id. Turns run long: a prompt is kept for this many later ones. */
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
  /** It has become an event, which others may be children of. */
  emitted?: true;
}

export interface Response {
  readonly created?: number;
  completed?: number;
  /** Message id of the prompt it answers. */
  readonly prompt?: string;
  /** It summarises the conversation so far, for the model to continue with. */
  readonly isSummary?: true;
  /** Its last message or thought. */
  above?: string;
  /** A text that has begun and is still empty, and its parent. */
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
