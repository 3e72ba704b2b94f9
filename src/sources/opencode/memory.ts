import type { Json } from '../source.ts';

/** What a reader carries from line to line; everything in it is bounded, whatever the length of the session. */
export interface Memory {
  /** The messages are told as they stand, and may be told again when they have grown. */
  standing?: true;
  /** As last stated; only changes are told. */
  version?: string;
  title?: string;
  cwd?: string;
  model?: string;
  reverted?: string;
  /** Where messages do not say which prompt they answer: the last one. */
  turn?: string;
  lastStep?: string;
  /** The last step before a compaction whose next step is still to come. */
  compactedAt?: string;
  /** The last response went wrong for good. */
  failed?: boolean;
  /** Of a log: the request that was made last, and how it failed. */
  request?: { readonly attempt: number; readonly failed?: { readonly text: string; readonly at?: number } };
  saying?: Saying;
  /** What was said to the agent, by message id. */
  readonly prompts: Map<string, Prompt>;
  /** What the model answered, by message id. */
  readonly responses: Map<string, Response>;
  /** Which part has which key. In Go, which tool was called. */
  readonly holders: Map<string, string>;
}

export interface Prompt {
  /** Its key. */
  readonly key: string;
  readonly at?: number;
  /** It has become an event, which others may hang on. */
  told?: true;
}

export interface Response {
  readonly created?: number;
  completed?: number;
  /** Message id of the prompt it answers. */
  readonly prompt?: string;
  /** It sums up the conversation so far, for the model to go on with. */
  readonly isSummary?: true;
  /** The last thing it said or thought. */
  above?: string;
  /** A text that has begun and whose words are still to come, and what it hangs on itself. */
  begun?: { readonly key: string; readonly above?: string };
}

/** The prompt whose parts are coming in: what a person wrote, and the names of what was put beside it. */
export interface Saying {
  readonly message: string;
  readonly texts: Map<string, string>;
  readonly files: Map<string, string>;
}

export function newMemory(): Memory {
  return { prompts: new Map(), responses: new Map(), holders: new Map() };
}

/** A copy: a state handed out does not change under its holder. */
export function toJson({ saying, ...memory }: Memory): Json {
  return structuredClone({
    ...memory,
    prompts: [...memory.prompts],
    responses: [...memory.responses],
    holders: [...memory.holders],
    ...(saying && { saying: { message: saying.message, texts: [...saying.texts], files: [...saying.files] } }),
  }) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  const { saying, ...memory } = structuredClone(state) as unknown as Memory;
  return {
    ...memory,
    prompts: new Map(memory.prompts),
    responses: new Map(memory.responses),
    holders: new Map(memory.holders),
    ...(saying && { saying: { message: saying.message, texts: new Map(saying.texts), files: new Map(saying.files) } }),
  };
}
