import type { Act } from '../../model/words.ts';
import { isLookProgram } from '../shell/programs.ts';

/**
 * The first line of an output, when in it the shell or a program of the command line reports that it could not start.
 * For lines that hide exit codes: `frob --nope | head`. The message must carry the program's own name: a log that is
 * shown may begin with any message.
 */
export function firstFailureLine(output: string, act: Act | null, programs: readonly string[]): string | undefined {
  const [first = '', ...rest] = output.trimStart().slice(0, 4000).split('\n');
  const line = first.trimEnd();
  if (line === '' || line.length > 400) return undefined;
  const shows = act === 'read' || act === 'search';
  // A file that is shown may begin with any message; but usage errors are printed by the program itself.
  if (misused.test(line) && (!shows || (rest.length < 16 && rest.some((each) => /^usage: /i.test(each))))) return line;

  // Error messages may follow the output: agents put one stream behind the other.
  const last = rest.findLast((each) => each.trim() !== '')?.trimEnd() ?? '';
  if (!shows && rest.length < 40 && lost.test(last)) return last;

  if (
    shows &&
    rest.length < 4 &&
    isOwnOf(line, programs) &&
    rest.every((each) => each.trim() === '' || isOwnOf(each, programs))
  )
    return line;
  const isOurs = (each: string) => ofShell.test(each) || programs.includes(complainer(each) ?? '');
  if (!isOurs(line)) return undefined;
  if (badOption.test(line) || rest.every((each) => each.trim() === '' || isOurs(each))) return line;
  // Programs that show files show what they can beside their error messages, and so does a line of several programs.
  return !shows && (ofShell.test(line) || programs.length === 1) ? line : undefined;
}

// zsh inside an agent: `(eval):1: command not found: frob`.
const ofShell =
  /^\(eval\):(?:\w+:)?\d+: (?:command not found|no such file or directory|no matches found|permission denied|not enough|parse error|bad |unknown |event not found|read-only)/;
// Whatever the rest of the line did, it did somewhere else, or not at all.
const lost =
  /^(?:\(eval\)|zsh|bash|sh|\/bin\/\w+):(?: line)? ?(?:cd:)?\d+:(?: cd:)? (?:no such file or directory: |[^\n:]+: No such file or directory$|command not found: )/;
// What command-line parsers of Rust, Node and Python print for unknown arguments.
const misused =
  /^(?:error: (?:unexpected argument|unrecognized subcommand|unknown (?:option|command|argument|flag)|invalid value|invalid argument|missing required argument|required option|too many arguments|the following required arguments|found argument|no such command)|Error: (?:No such (?:option|command)|unknown (?:flag|shorthand flag|command)|Missing (?:option|argument|command))|unknown (?:flag|option|command): )|^\S+: error: (?:unrecognized arguments|the following arguments are required|argument [^:]+: )/;
const badOption =
  /^[^\n:]+: (?:\S+: )?(?:illegal|invalid|unrecognized|unknown|bad) (?:option|argument|flag|switch)|: option requires an argument/;

/** The program that printed a line: `cat: a.ts: No such file or directory`, `sh: line 1: frob: command not found`. */
function complainer(line: string): string | undefined {
  const missing =
    /^(?:[\w./-]+: )?(?:line \d+: |\d+: )?([\w./+-]+): (?:command )?not found$|^\w+:\d*:? ?command not found: ([\w./+-]+)$/.exec(
      line,
    );
  if (missing) return nameOf(missing[1] ?? missing[2]!);
  const own =
    /^([\w./+-]+): (?=[^\n]*(?:: (?:No such file or directory|Permission denied|Is a directory|Not a directory|Operation not permitted|No space left on device|File exists)$|(?:illegal|invalid|unrecognized|unknown|bad) (?:option|argument|flag|switch)|option requires an argument|cannot \w+|can't \w+|missing (?:file )?operand))/.exec(
      line,
    );
  return own ? nameOf(own[1]!) : undefined;
}

/** A program that reads or searches, in its own name: `grep: parentheses not balanced`. */
function isOwnOf(line: string, programs: readonly string[]): boolean {
  const name = /^([\w.-]+): (?!warning)\S/i.exec(line)?.[1];
  if (name === undefined) return false;
  return programs.some(
    (program) => isLookProgram(program) && (program === name || (name === 'gzip' && /^z\w+$/.test(program))),
  );
}

function nameOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}
