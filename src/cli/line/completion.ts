import type { Field } from '../../ask/question/field.ts';
import type { Command } from './command.ts';
import { placeholderOf } from './help.ts';
import { globalFlags } from './global-flags.ts';
import type { CommandGroup } from './help.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/**
 * A script that completes commands, flags and the values a flag chooses from; `sources` are the agents stemma knows.
 */
export function renderCompletion(
  shell: Shell,
  groups: readonly CommandGroup[],
  sources: readonly string[] = [],
): string {
  const commands = groups.flatMap((group) => group.commands).map((command) => withSources(command, sources));
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      return zsh(commands);
    case 'fish':
      return fish(commands);
  }
}

/** Adds the names of agents, which are known only at run time, as choices. */
function withSources(command: Command, sources: readonly string[]): Command {
  const flags = Object.entries(command.flags).map(([name, flag]): [string, Field] =>
    flag.type === 'text' && flag.completes === 'agents' && sources.length > 0
      ? [name, { type: 'choice', summary: flag.summary, choices: sources }]
      : [name, flag],
  );
  return { ...command, flags: Object.fromEntries(flags) };
}

function flagsOf(command: Command): readonly (readonly [string, Field])[] {
  return Object.entries({ ...command.flags, ...globalFlags });
}

/** Choices, with the flags that take them; the same flag of two commands may choose from different ones. */
function choicesOf(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const choosing = commands.flatMap(({ name: verb, flags }) =>
    Object.entries(flags).flatMap(([name, flag]) =>
      'choices' in flag ? [{ flag: `'${verb} --${name}'`, choices: flag.choices.join(' ') }] : [],
    ),
  );
  return new Map(
    [...Map.groupBy(choosing, ({ choices }) => choices)].map(([choices, same]) => [
      choices,
      same.map(({ flag }) => flag),
    ]),
  );
}

/** Completion of positional arguments: commands for help, shells for completion, otherwise files. */
function wordsOf(command: Command, commands: readonly Command[]): readonly string[] {
  if (command.name === 'help') return commands.map(({ name }) => name);
  return command.positionals.flatMap((positional) => positional.choices ?? []);
}

function bash(commands: readonly Command[]): string {
  const values = [...choicesOf(commands)].map(
    ([choices, flags]) => `    ${flags.join('|')}) COMPREPLY=($(compgen -W '${choices}' -- "$word")); return ;;`,
  );
  const cases = commands.map((command) => {
    const words = [...wordsOf(command, commands), ...flagsOf(command).map(([name]) => `--${name}`)];
    return `    ${command.name}) words='${words.join(' ')}' ;;`;
  });
  return `# bash completion for stemma
_stemma() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} verb='' words='' at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in -*) ;; *) verb=\${COMP_WORDS[at]}; break ;; esac
  done
  case "$verb $before" in
${values.join('\n')}
  esac
  case $verb in
    '') words='${[...commands.map(({ name }) => name), ...Object.keys(globalFlags).map((name) => `--${name}`)].join(' ')}' ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _stemma stemma
`;
}

function zsh(commands: readonly Command[]): string {
  const verbs = commands.map(({ name, summary }) => `    '${name}:${zshText(summary)}'`);
  const cases = commands.map((command) => {
    const flags = flagsOf(command).map(
      ([name, flag]) => `'--${name}[${zshText(flag.summary)}]${zshValue(name, flag)}'`,
    );
    const words = wordsOf(command, commands);
    const rest = words.length > 0 ? `'*:${command.name}:(${words.join(' ')})'` : `'*:argument:_files'`;
    return `    ${command.name}) _arguments ${[...flags, rest].join(' ')} ;;`;
  });
  return `#compdef stemma
_stemma() {
  local -a verbs
  verbs=(
${verbs.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${cases.join('\n')}
  esac
}
_stemma "$@"
`;
}

function zshText(text: string): string {
  return text.replaceAll("'", `'\\''`).replace(/[[\]:]/g, '\\$&');
}

function zshValue(name: string, flag: Field): string {
  if (flag.type === 'flag') return '';
  return 'choices' in flag ? `:${name}:(${flag.choices.join(' ')})` : `:${placeholderOf(flag)}:`;
}

function fish(commands: readonly Command[]): string {
  const lines = ['# fish completion for stemma'];
  for (const { name, summary } of commands)
    lines.push(`complete -c stemma -n __fish_use_subcommand -f -a ${name} -d ${fishText(summary)}`);
  for (const command of commands) {
    const when = `-n '__fish_seen_subcommand_from ${command.name}'`;
    const words = wordsOf(command, commands);
    if (words.length > 0) lines.push(`complete -c stemma ${when} -f -a ${fishText(words.join(' '))}`);
    for (const [name, flag] of flagsOf(command)) {
      const choices = 'choices' in flag ? ` -f -a ${fishText(flag.choices.join(' '))}` : '';
      lines.push(
        `complete -c stemma ${when} -l ${name}${flag.type === 'flag' ? '' : ' -r'}${choices} -d ${fishText(flag.summary)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function fishText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
