import { parseArgs } from 'node:util';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Field } from '../../ask/question/field.ts';
import { doors, parseValue } from '../../ask/question/parse-input.ts';
import type { Command, Flags, Input } from './command.ts';
import { flagsBeforeVerb, globalFlags, shortFlags } from './global-flags.ts';
import { placeholderOf } from './help.ts';
import { nearest } from '../../platform/nearest.ts';

/** The verb of a command line and the words around it; no verb when there are only flags. */
export function splitVerb(argv: readonly string[]): {
  readonly verb: string | undefined;
  readonly rest: readonly string[];
} {
  const token = tokensOf(argv, flagsBeforeVerb).find((each) => each.kind === 'positional');
  if (!token) return { verb: undefined, rest: argv };
  return { verb: token.value, rest: argv.filter((_, at) => at !== token.index) };
}

/** The words after the verb, held to the command's table. What does not fit is refused in one sentence. */
export function parse(
  command: Pick<Command, 'name' | 'flags' | 'positionals'>,
  words: readonly string[],
  now: number,
): Input {
  const table: Flags = { ...globalFlags, ...command.flags };
  const flags: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(table)) flags[name] = flag.type === 'flag' ? false : undefined;
  const args: string[] = [];

  for (const token of tokensOf(words, table)) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      args.push(token.value);
      continue;
    }
    const flag = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
    if (!flag) throw unknownFlag(token.rawName, command, Object.keys(table));
    flags[token.name] = valueOf(token.rawName, flag, token, now);
  }
  if (flags['help'] !== true) checkPositionals(command, args);
  return { args, flags };
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
