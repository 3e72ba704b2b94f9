import { parseArgs } from 'node:util';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Field } from '../../ask/question/field.ts';
import { kebabCase } from '../../ask/question/names.ts';
import { doors, parseValue } from '../../ask/question/parse-input.ts';
import type { Command, Flags, Input } from './command.ts';
import { flagsBeforeVerb, globalFlags, shortFlags } from './global-flags.ts';
import { placeholderOf } from './help.ts';
import { nearest } from '../../platform/nearest.ts';

/** The command's name and the other arguments; no name when there are only flags. */
export function splitVerb(argv: readonly string[]): {
  readonly verb: string | undefined;
  readonly rest: readonly string[];
} {
  const token = tokensOf(argv, flagsBeforeVerb).find((each) => each.kind === 'positional');
  if (!token) return { verb: undefined, rest: argv };
  return { verb: token.value, rest: argv.filter((_, at) => at !== token.index) };
}

/** Parses the arguments of a command by its table; anything else is rejected with one sentence. */
export function parse(
  command: Pick<Command, 'name' | 'flags' | 'positionals'>,
  words: readonly string[],
  now: number,
): Input {
  const table: Flags = { ...globalFlags, ...command.flags };
  const names = namesOf(table);
  const flags: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(table)) flags[name] = flag.type === 'flag' ? false : undefined;
  const args: string[] = [];

  for (const token of tokensOf(words, withAliases(table, names))) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      args.push(token.value);
      continue;
    }
    const name = names.get(token.name);
    if (name === undefined) throw unknownFlag(token.rawName, command, [...names.keys()]);
    flags[name] = valueOf(token.rawName, table[name]!, token, now);
  }
  if (flags['help'] !== true) checkPositionals(command, args);
  return { args, flags };
}

/** Every name a flag is accepted under, with its own. */
function namesOf(table: Flags): ReadonlyMap<string, string> {
  const aliases = Object.entries(table).flatMap(([name, flag]) =>
    (flag.aliases ?? []).map((alias) => [kebabCase(alias), name] as const),
  );
  return new Map([...aliases, ...Object.keys(table).map((name) => [name, name] as const)]);
}

function withAliases(table: Flags, names: ReadonlyMap<string, string>): Flags {
  return Object.fromEntries([...names].map(([name, own]) => [name, table[own]!]));
}

type Tokens = NonNullable<ReturnType<typeof parseArgs<{ tokens: true; strict: false; args: string[] }>>['tokens']>;
type OptionToken = Extract<Tokens[number], { kind: 'option' }>;

function tokensOf(words: readonly string[], table: Flags): Tokens {
  const shortOf = new Map(Object.entries(shortFlags).map(([short, name]) => [name, short]));
  const options = Object.fromEntries(
    Object.entries(table).map(([name, flag]) => {
      const short = shortOf.get(name);
      return [
        name,
        { type: flag.type === 'flag' ? ('boolean' as const) : ('string' as const), ...(short ? { short } : {}) },
      ];
    }),
  );
  return parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function valueOf(spelling: string, flag: Field, token: OptionToken, now: number): unknown {
  if (flag.type === 'flag') {
    if (token.inlineValue) throw badFlag(`${spelling} takes no value.`, `Write ${spelling} alone.`);
    return true;
  }
  // `--home --json` is a forgotten value, not a folder called --json; `--home=--json` says so.
  if (token.value === undefined || (!token.inlineValue && /^--?[a-z]/i.test(token.value))) {
    throw badFlag(`${spelling} needs a value.`, `Write ${spelling} ${placeholderOf(flag)}.`);
  }
  return parseValue(flag, token.value, { ...doors.cli, name: spelling, now });
}

function checkPositionals({ name, positionals }: Pick<Command, 'name' | 'positionals'>, args: readonly string[]): void {
  const needed = positionals.filter((each) => !each.optional);
  const missing = needed[args.length];
  if (args.length < needed.length && missing) {
    throw badFlag(
      `${name} needs ${missing.name.toUpperCase()}: ${missing.summary}.`,
      `\`stemma ${name} --help\` shows examples.`,
    );
  }
  if (!positionals.some((each) => each.many) && args.length > positionals.length) {
    throw badFlag(
      `${name} does not take "${args[positionals.length]}".`,
      `\`stemma ${name} --help\` shows what it takes.`,
    );
  }
}

function unknownFlag(spelling: string, { name }: Pick<Command, 'name'>, names: readonly string[]): StemmaError {
  const meant = nearest(spelling.replace(/^-+/, ''), names);
  return badFlag(
    `${name} has no flag ${spelling}${meant ? `; did you mean --${meant}?` : '.'}`,
    `\`stemma ${name} --help\` lists its flags.`,
  );
}

function badFlag(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}
