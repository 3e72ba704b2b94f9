import type { Fields, ProgramInput } from '../ask/question/field.ts';
import type { Question, QuestionContext, StreamQuestion } from '../ask/question/question.ts';
import { questions, streams } from '../ask/questions.ts';
import { parseArguments } from './parse-arguments.ts';

type Questions = typeof questions;
type Streams = typeof streams;

/** Every question as a method: its positional inputs, then the others as options. */
export type QuestionMethods = { readonly [Name in keyof Questions]: MethodOf<Questions[Name]> } & {
  readonly [Name in keyof Streams]: MethodOf<Streams[Name]>;
};

/** `why` as `(event: string, options?: { limit?: number, … }) => Promise<WhyAnswer>`. */
type MethodOf<Q> = Q extends {
  readonly input: infer F extends Fields;
  readonly positionals: infer P extends readonly string[];
}
  ? Q extends { run(...args: never): infer Answer }
    ? (...args: ArgumentsOf<F, P>) => Answer
    : Q extends { stream(...args: never): infer Pieces }
      ? (...args: ArgumentsOf<F, P>) => Pieces
      : never
  : never;

type ArgumentsOf<F extends Fields, P extends readonly string[]> =
  | [...Positionals<F, P>, options?: Shown<Omit<ProgramInput<F>, P[number]>>]
  // Where nothing is required the options may come alone.
  | (Record<never, never> extends ProgramInput<F> ? [options?: Shown<ProgramInput<F>>] : never);

type Positionals<F extends Fields, P extends readonly string[]> = P extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? P[number] extends OptionalNames<F>
    ? [value?: ProgramInput<F>[First & keyof ProgramInput<F>], ...Positionals<F, Rest>]
    : [value: ProgramInput<F>[First & keyof ProgramInput<F>], ...Positionals<F, Rest>]
  : [];

type OptionalNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly required: true } ? never : Name;
}[keyof F];

/** Expanded, for readers who hover over it in an editor. */
type Shown<T> = { readonly [Name in keyof T]: T[Name] };

/** The methods over an archive. `context` is asked for once the input is known to be right. */
export function questionMethods(context: () => Promise<QuestionContext>, now: () => number): QuestionMethods {
  const parsed = (question: Question | StreamQuestion, args: readonly unknown[]) =>
    parseArguments(question, args, now());
  const method =
    (question: Question) =>
    async (...args: readonly unknown[]) => {
      const input = parsed(question, args);
      return await question.run(await context(), input);
    };
  const stream = (question: StreamQuestion) =>
    async function* (...args: readonly unknown[]) {
      const input = parsed(question, args);
      yield* question.stream(await context(), input);
    };
  return {
    ...mapped(questions, (question) => method(question as unknown as Question)),
    ...mapped(streams, (question) => stream(question as unknown as StreamQuestion)),
  } as unknown as QuestionMethods;
}

function mapped<T extends object, To>(from: T, to: (value: T[keyof T]) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(value as T[keyof T])]));
}
