import type { Field } from '../../ask/question/field.ts';
import type { Command, Flags, Positional } from './command.ts';
import { globalFlags, shortFlags } from './global-flags.ts';
import type { Ink } from '../text/ink.ts';
import { wrap } from '../text/width.ts';

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

export interface OverviewGroup {
  readonly title: string;
  /** What each command does, in one line. */
  readonly commands: Readonly<Record<string, string>>;
}

/** `stemma help`: every command in one line, in the order a newcomer needs them. */
export function renderOverview(groups: readonly OverviewGroup[], { ink }: { readonly ink: Ink }): string {
  const lines = [
    'stemma remembers what your coding agents did, and why.',
    '',
    'usage: stemma COMMAND [ARGUMENTS] [FLAGS]',
    '',
  ];
  for (const { title, commands } of groups) {
    lines.push(ink.bold(title));
    for (const [name, summary] of Object.entries(commands)) lines.push(`  ${name.padEnd(11)} ${summary}`);
    lines.push('');
  }
  lines.push(ink.bold('Flags of every command'), ...flagLines(globalFlags), '');
  lines.push(
    'Sessions and events are named by id, or by any beginning that only one has;',
    '`latest` is the newest session.',
    '',
  );
  lines.push('`stemma help COMMAND` explains a command, with examples.');
  return `${lines.join('\n')}\n`;
}

/** `stemma COMMAND --help`. */
export function renderHelp(
  command: Command,
  { ink, columns = 80 }: { readonly ink: Ink; readonly columns?: number },
): string {
  const lines = [`stemma ${command.name}: ${command.summary}`, '', `usage: ${usage(command)}`];
  if (command.details) lines.push('', ...wrap(command.details, Math.min(columns, 80)));
  if (command.positionals.length > 0) {
    lines.push('', ...columnsOf(command.positionals.map((each) => [each.name.toUpperCase(), each.summary])));
  }
  const flags = flagLines(command.flags);
  if (flags.length > 0) lines.push('', ink.bold('Flags'), ...flags);
  lines.push('', ink.bold('Examples'));
  for (const { line, says } of command.examples) lines.push(`  ${line}`, ink.dim(`      ${says}`));
  lines.push(
    '',
    ...wrap(
      `Flags of every command: ${Object.keys(globalFlags)
        .map((name) => `--${name}`)
        .join(' ')}`,
      80,
    ),
  );
  return `${lines.join('\n')}\n`;
}

export function usage({ name, positionals, flags }: Command): string {
  const words = ['stemma', name, ...positionals.map(positionalWord)];
  if (Object.keys(flags).length > 0) words.push('[FLAGS]');
  return words.join(' ');
}

/** `--limit N`, `--json`. */
export function flagUsage(name: string, flag: Field): string {
  return flag.type === 'flag' ? `--${name}` : `--${name} ${placeholderOf(flag)}`;
}

export function placeholderOf(flag: Field): string {
  return flag.placeholder ?? { integer: 'N', number: 'X', time: 'TIME', flag: '' }[flag.type as string] ?? 'TEXT';
}

/** The summary, with what the flag chooses from and its default. */
export function flagSummary(flag: Field): string {
  const choices = 'choices' in flag ? `: ${flag.choices.join(', ')}` : '';
  const usual = 'default' in flag && flag.default !== undefined && flag.default !== 0 ? ` (${flag.default})` : '';
  return `${flag.summary}${choices}${usual}`;
}

function positionalWord({ name, optional, many }: Positional): string {
  const word = name.toUpperCase() + (many ? '…' : '');
  return optional ? `[${word}]` : word;
}

function flagLines(flags: Flags): string[] {
  const shortOf = new Map(Object.entries(shortFlags).map(([short, name]) => [name, short]));
  return columnsOf(
    Object.entries(flags).map(([name, flag]) => {
      const short = shortOf.get(name);
      return [`${short ? `-${short}, ` : '    '}${flagUsage(name, flag)}`, flagSummary(flag)];
    }),
  );
}

function columnsOf(rows: readonly (readonly [string, string])[]): string[] {
  const first = Math.max(...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) => {
    const [start = '', ...more] = wrap(right, Math.max(20, 80 - first - 4));
    return [`  ${left.padEnd(first)}  ${start}`, ...more.map((line) => ' '.repeat(first + 4) + line)];
  });
}
