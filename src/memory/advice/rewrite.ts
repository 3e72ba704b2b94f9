/** The same command with some words taken out and others put in. */
export interface Rewrite {
  readonly without: readonly string[];
  readonly with: readonly string[];
}

/** What was changed in a command between two calls; undefined when nothing or more than `maxChanged` words of a kind. */
export function rewriteOf(failed: string, worked: string, maxChanged: number): Rewrite | undefined {
  const before = commandIn(failed);
  const after = commandIn(worked);
  if (!before || !after) return undefined;
  const without = before.filter((word) => !after.includes(word));
  const added = after.filter((word) => !before.includes(word));
  const isOther =
    without.length > maxChanged ||
    added.length > maxChanged ||
    without.length + added.length === 0 ||
    [...without, ...added].some((word) => joints.has(word));
  return isOther || before.length === without.length ? undefined : { without, with: added };
}

/** With more or fewer commands in a line it is another line. */
const joints: ReadonlySet<string> = new Set(['&&', '||', '|', ';', '&']);

/**
 * The words in the summary of a shell call, `Bash npm test 2>&1 | tail -5`; undefined when it is none, or was cut. The
 * folder it goes to first is one word, `cd DIR &&`: it is left out or changed as a whole.
 */
export function commandIn(action: string): readonly string[] | undefined {
  if (action.endsWith('…')) return undefined;
  const [tool, ...words] = action.split(/\s+/);
  if (
    !tool ||
    !/^(?:bash|shell|sh|exec|exec_command|local_shell|run_shell_command|run_terminal_cmd|run_terminal_command|execute|terminal|powershell|container\.exec)$/i.test(
      tool,
    )
  )
    return undefined;
  // `command cat` is `cat`, whatever the shell calls by that name.
  const meaningful = words.filter(
    (word, at) => !/^(?:\d?>&\d|2>\/dev\/null)$/.test(word) && !(at === 0 && word === 'command'),
  );
  // A pipe that only shortens the output does not change what was done.
  const pipe = meaningful.findLastIndex((word, at) => word === '|' && /^(?:head|tail)$/.test(meaningful[at + 1] ?? ''));
  const command = pipe > 0 ? meaningful.slice(0, pipe) : meaningful;
  return command[0] === 'cd' && command[2] === '&&' && command.length > 3
    ? [command.slice(0, 3).join(' '), ...command.slice(3)]
    : command;
}

/** New words go where the removed ones were; without removed ones, behind the program and its subcommand. */
export function rewritten({ without, with: added }: Rewrite, words: readonly string[]): readonly string[] {
  const isFolder = added.some((word) => word.startsWith('cd '));
  const at = isFolder ? 0 : without.length > 0 ? words.indexOf(without[0]!) : Math.min(2, words.length);
  return [...words.slice(0, at), ...added, ...words.slice(at)].filter(
    (word, place) => !without.includes(word) || (place >= at && place < at + added.length),
  );
}
