import type { Run } from '../run.ts';

/** One verb of the command line: what it takes and does. Help, docs/cli.md and shell completion are made from this. */
export interface Command {
  readonly name: string;
  /** One line without a full stop, for lists. */
  readonly summary: string;
  /** What the one line cannot say; plain paragraphs. */
  readonly details?: string;
  readonly positionals: readonly Positional[];
  readonly flags: Flags;
  readonly examples: readonly Example[];
  run(run: Run, input: Input): Promise<number | void>;
}

export interface Positional {
  readonly name: string;
  readonly summary: string;
  readonly optional?: true;
  readonly many?: true;
  /** For shell completion. */
  readonly choices?: readonly string[];
}

interface FlagBase {
  readonly summary: string;
}

export type Flag =
  | (FlagBase & { readonly type: 'switch' })
  | (FlagBase & {
      readonly type: 'text';
      readonly value: string;
      readonly choices?: readonly string[];
      readonly completes?: 'sources';
    })
  /** A whole number; `least` is 1 unless told. */
  | (FlagBase & { readonly type: 'number'; readonly value: string; readonly least?: number })
  | (FlagBase & { readonly type: 'decimal'; readonly value: string })
  /** A day, a time, or how long ago, such as `7d`; arrives in milliseconds. */
  | (FlagBase & { readonly type: 'time'; readonly value: string });

export type Flags = Readonly<Record<string, Flag>>;

export interface Example {
  readonly line: string;
  readonly says: string;
}

/** What the parser made of the words after the verb. */
export interface Input {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, string | number | boolean | undefined>>;
}

type ValueOf<F extends Flag> = F['type'] extends 'switch'
  ? boolean
  : F['type'] extends 'number' | 'decimal' | 'time'
    ? number | undefined
    : F extends { readonly choices: readonly (infer Choice)[] }
      ? Choice | undefined
      : string | undefined;

interface Spec<F extends Flags> extends Omit<Command, 'run' | 'flags'> {
  readonly flags: F;
  run(
    run: Run,
    input: { readonly args: readonly string[]; readonly flags: { readonly [Name in keyof F]: ValueOf<F[Name]> } },
  ): Promise<number | void>;
}

/** Ties the types of the flags to what `run` receives; `parse` holds to the same table. */
export function defineCommand<const F extends Flags>(spec: Spec<F>): Command {
  return spec as unknown as Command;
}
