import type { Field, Fields, ValueOf } from '../../ask/question/field.ts';
import type { Run } from '../run.ts';

/** One verb of the command line: what it takes and does. Help, docs/cli.md and shell completion are made from this. */
export interface Command {
  readonly name: string;
  /** One line without a full stop, for lists. */
  readonly summary: string;
  /** Details, as plain paragraphs. */
  readonly details?: string;
  readonly positionals: readonly Positional[];
  readonly flags: Flags;
  readonly examples: readonly Example[];
  run(run: Run, input: Input): Promise<number | void>;
}

/** A command without its name and summary, which are in the table of commands. */
export type CommandBody = Omit<Command, 'name' | 'summary'>;

export interface Positional {
  readonly name: string;
  readonly summary: string;
  readonly optional?: true;
  readonly many?: true;
  /** For shell completion. */
  readonly choices?: readonly string[];
}

/** A flag is an input like those of questions: `type`, `summary`, bounds, and `placeholder` for its value. */
export type Flags = Fields;

export interface Example {
  readonly line: string;
  readonly says: string;
}

/** The parsed arguments of a command. */
export interface Input {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

/** A flag that was not given is false, any other is undefined. */
type FlagValue<F extends Field> = F['type'] extends 'flag' ? boolean : ValueOf<F> | undefined;

interface Spec<F extends Flags> extends Omit<CommandBody, 'run' | 'flags'> {
  readonly flags: F;
  run(
    run: Run,
    input: { readonly args: readonly string[]; readonly flags: { readonly [Name in keyof F]: FlagValue<F[Name]> } },
  ): Promise<number | void>;
}

/** Derives the type of `run`'s flags from the table that `parse` uses. */
export function defineCommand<const F extends Flags>(spec: Spec<F>): CommandBody {
  return spec as unknown as CommandBody;
}
