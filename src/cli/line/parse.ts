import { parseArgs } from 'node:util';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Command, Flag, Flags, Input } from './command.ts';
import { flagsBeforeVerb, globalFlags, shortFlags } from './global-flags.ts';
import { nearest } from './nearest.ts';
import { parseTime } from '../../platform/parse-time.ts';

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
  const flags: Record<string, string | number | boolean | undefined> = {};
  for (const [name, flag] of Object.entries(table)) flags[name] = flag.type === 'switch' ? false : undefined;
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
        { type: flag.type === 'switch' ? ('boolean' as const) : ('string' as const), ...(short ? { short } : {}) },
      ];
    }),
  );
  return parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function valueOf(spelling: string, flag: Flag, token: OptionToken, now: number): string | number | boolean {
  if (flag.type === 'switch') {
    if (token.inlineValue) throw badFlag(`${spelling} takes no value.`, `Write ${spelling} alone.`);
    return true;
  }
  // `--home --json` is a forgotten value, not a folder called --json; `--home=--json` says so.
  if (token.value === undefined || (!token.inlineValue && /^--?[a-z]/i.test(token.value))) {
    throw badFlag(`${spelling} needs a value.`, `Write ${spelling} ${flag.value}.`);
  }
  switch (flag.type) {
    case 'text':
      return chosen(spelling, token.value, flag.choices);
    case 'number':
      return wholeNumber(spelling, token.value, flag.least ?? 1);
    case 'decimal':
      return decimal(spelling, token.value);
    case 'time':
      return parseTime(spelling, token.value, now);
  }
}

function chosen(spelling: string, value: string, choices: readonly string[] | undefined): string {
  if (!choices || choices.includes(value)) return value;
  const meant = nearest(value, choices);
  throw badFlag(
    `${spelling} is "${value}"${meant ? `; did you mean ${meant}?` : '.'}`,
    `${spelling} takes one of ${choices.join(', ')}.`,
  );
}

function wholeNumber(spelling: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw badFlag(`${spelling} is "${text}".`, `${spelling} takes a whole number from ${least}.`);
}

function decimal(spelling: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw badFlag(`${spelling} is "${text}".`, `${spelling} takes a number from 0.`);
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
