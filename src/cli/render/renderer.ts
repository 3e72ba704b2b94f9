import type { Field } from '../../ask/question/field.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Example } from '../line/command.ts';
import type { RenderContext } from './render-context.ts';

/**
 * Renders the answer to a question as text. Also holds what only its command has: examples, and flags that concern
 * the text alone (`Own`).
 */
export interface QuestionRenderer<Answer = unknown, Own extends object = object> {
  readonly examples: readonly Example[];
  /** Details of the command, after those of the question. */
  readonly details?: string;
  readonly flags?: { readonly [Name in keyof Own]: Field };
  /** Default limits: with `--json`, and with `--all` if the command has it. */
  readonly limits?: { readonly json?: number; readonly all?: number };
  /** Positional inputs, if they differ from the question's. */
  readonly positionals?: readonly string[];
  /** All positional arguments form one text: `stemma search cannot find module`. */
  readonly joinsWords?: true;
  /** Default input. */
  input?(asked: { readonly json: boolean; readonly flags: Own }): Readonly<Record<string, unknown>>;
  /** Rejects input that makes no sense on a command line. */
  check?(input: Readonly<Record<string, unknown>>): void;
  /** Called before anything is read, to limit the heap. */
  prepare?(): void;
  /** The session whose folder paths are shown from. */
  session?(answer: Answer): SessionUid | undefined;
  render(answer: Answer, context: RenderContext, asked: Asked<Own>): string;
}

export interface Asked<Own extends object = object> {
  readonly flags: Own;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The value for "no limit". */
export const everything = Number.MAX_SAFE_INTEGER;
