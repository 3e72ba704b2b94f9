import type { Removed } from '../transcript/scrub.ts';
import type { LoadSources } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import type { KnownFailures } from '../similar/known-failures.ts';
import type { Fields, Input } from './field.ts';

/** What a question may use. */
export interface QuestionContext {
  /** Redacted, unless a person asked for `--raw`. */
  readonly read: StoreReader;
  /** The same, and what was pulled from the team's server: for questions that learn from before. */
  readonly memory?: StoreReader | undefined;
  /** Every failure there is, indexed at the first use and kept for the next question. */
  readonly failures: KnownFailures;
  readonly sources: LoadSources;
  /** Whether contents are shown with their secrets; a person said `--raw`. */
  readonly raw: boolean;
  /** In milliseconds. */
  readonly now: number;
  /** stemma's home, where the user's price table lies. */
  readonly home: string;
  /** The folder that "here" means. */
  readonly folder: string;
  /** What was removed from an answer before it was given, for whoever asked. */
  readonly onReport?: (report: Removed) => void;
}

/**
 * One thing to ask. The SDK method with its types, the HTTP route, the command with its flags, the reference pages and
 * the OpenAPI document are made from it. Loading one is cheap: what answers it is imported by `run`.
 */
export interface Question<F extends Fields = Fields, Answer = unknown, Name extends string = string> {
  /** In camelCase: the SDK method. The command is `critical-path`, the route has its own path. */
  readonly name: Name;
  /** One line without a full stop. */
  readonly summary: string;
  /** What the one line cannot say, as plain paragraphs. */
  readonly details?: string;
  readonly input: F;
  /** Inputs that come without their name, in this order: `why(event)`, `stemma why EVENT`. */
  readonly positionals: readonly (keyof F & string)[];
  /** The type of the answer in `stemma/types`; its JSON schema is generated from there (`npm run docs`). */
  readonly output: string;
  /** Its GET routes; `:names` are inputs, the others are query parameters. */
  readonly http?: HttpRoute | readonly HttpRoute[];
  run(context: QuestionContext, input: Input<F>): Promise<Answer>;
}

export interface HttpRoute {
  readonly path: `/api/${string}`;
  /** What is different for whoever asks over HTTP. */
  readonly summary?: string;
  /** May read a whole session: one such question is answered at a time, others meanwhile. */
  readonly isLong?: true;
}

/** A question whose answer is too long for one object: it comes in pieces. */
export interface StreamQuestion<F extends Fields = Fields, Piece = unknown, Name extends string = string> extends Pick<
  Question<F, unknown, Name>,
  'name' | 'summary' | 'details' | 'input' | 'positionals'
> {
  stream(context: QuestionContext, input: Input<F>): AsyncIterable<Piece>;
}

/** Ties the types of the input to what `run` receives. */
export function defineQuestion<
  const F extends Fields,
  Answer,
  const Name extends string,
  const P extends readonly (keyof F & string)[] = readonly [],
>(
  spec: Omit<Question<F, Answer, Name>, 'positionals'> & { readonly positionals?: P },
): Omit<Question<F, Answer, Name>, 'positionals'> & { readonly positionals: P } {
  return { ...spec, positionals: spec.positionals ?? ([] as unknown as P) };
}

/** The same for an answer in pieces. */
export function defineStream<
  const F extends Fields,
  Piece,
  const Name extends string,
  const P extends readonly (keyof F & string)[],
>(
  spec: Omit<StreamQuestion<F, Piece, Name>, 'positionals'> & { readonly positionals: P },
): Omit<StreamQuestion<F, Piece, Name>, 'positionals'> & { readonly positionals: P } {
  return spec;
}
