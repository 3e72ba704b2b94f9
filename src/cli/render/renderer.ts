import type { Field } from '../../ask/question/field.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Example } from '../line/command.ts';
import type { RenderContext } from './render-context.ts';

/**
 * How the answer to a question is shown as text, and what its command has besides the question: examples, and flags
 * that concern the text alone (`Own`).
 */
export interface QuestionRenderer<Answer = unknown, Own extends object = object> {
  readonly examples: readonly Example[];
  /** What only holds for the command; follows the details of the question. */
  readonly details?: string;
  readonly flags?: { readonly [Name in keyof Own]: Field };
  /** When no `--limit` is given: with `--json`, and with `--all` where the command has it. */
  readonly limits?: { readonly json?: number; readonly all?: number };
  /** Inputs that come without their name, where they differ from the question's. */
  readonly positionals?: readonly string[];
  /** All words are one text: `stemma search cannot find module`. */
  readonly joinsWords?: true;
  /** Input where none is given. */
  input?(asked: { readonly json: boolean; readonly flags: Own }): Readonly<Record<string, unknown>>;
  /** Refuses input that only makes no sense on a command line. */
  check?(input: Readonly<Record<string, unknown>>): void;
  /** Called before anything is read: how the heap may grow. */
  prepare?(): void;
  /** The session whose folder paths are shown from. */
  session?(answer: Answer): SessionUid | undefined;
  render(answer: Answer, context: RenderContext, asked: Asked<Own>): string;
}

export interface Asked<Own extends object = object> {
  readonly flags: Own;
  readonly input: Readonly<Record<string, unknown>>;
}

/** As a limit: no limit. */
export const everything = Number.MAX_SAFE_INTEGER;
