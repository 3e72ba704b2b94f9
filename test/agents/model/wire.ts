import type { ServerResponse } from 'node:http';
import type { Tool } from '../scenarios/script.ts';

/** One way of talking to a model over HTTP. */
export interface Wire {
  readonly name: string;
  speaks(path: string): boolean;
  read(body: Body): Asked;
  answer(to: Asking, reply: Reply): void;
}

export type Body = Readonly<Record<string, unknown>>;

export interface Asking {
  readonly response: ServerResponse;
  readonly url: URL;
  readonly body: Body;
}

/** What a request says, as far as a script cares. */
export interface Asked {
  /** Names of the tools on offer; a request without any is a side errand such as a title. */
  readonly tools: readonly string[];
  /** What was said by users, in order, the harness's own words included. */
  readonly said: readonly string[];
  /** What came back from calls so far, in order. Gemini does not always name the call. */
  readonly results: readonly { readonly call?: string; readonly text: string }[];
  /** A schema that the answer must follow. */
  readonly schema?: unknown;
}

/** One response of the model, with ids. */
export interface Reply {
  readonly id: string;
  readonly thinking?: string | undefined;
  readonly text?: string | undefined;
  readonly calls: readonly (Tool & { readonly id: string })[];
  readonly tokens: { readonly input: number; readonly output: number };
}

export type Thing = Readonly<Record<string, unknown>>;

export function things(value: unknown): readonly Thing[] {
  return Array.isArray(value) ? value.filter((each): each is Thing => typeof each === 'object' && each !== null) : [];
}

export function thing(value: unknown): Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Thing) : {};
}

/** The text of a content that may be a string, a part, or a list of parts. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join('\n');
  const { text, content, output } = thing(value);
  return textIn(text ?? content ?? output ?? '');
}

export function namesOf(tools: unknown): readonly string[] {
  return things(tools).map((tool) => textIn(tool['name'] ?? thing(tool['function'])['name'] ?? tool['type']));
}

/** Roughly, as everybody does without a tokeniser. */
export function tokensIn(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}
