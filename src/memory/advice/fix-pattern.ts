import type { Chain, FixAttempt } from '../../model/chain.ts';
import { commandMark, fileIn, relativeMarks, sameFile } from '../errors/marks.ts';

/** One fix of a failure, in a form that applies to the next failure of its kind. */
export type FixPattern =
  /** The same command with some words taken out and others put in. */
  | { readonly is: 'rewrite'; readonly without: readonly string[]; readonly with: readonly string[] }
  /** Something else was done: a command was run, a file was changed or read. */
  | { readonly is: 'action'; readonly mark: string }
  /** An instruction in text, entered manually. */
  | { readonly is: 'manual'; readonly text: string };

/** Two patterns with the same name are the same fix. */
export function nameOf(pattern: FixPattern): string {
  if (pattern.is === 'manual') return `manual ${pattern.text}`;
  return pattern.is === 'action' ? pattern.mark : `rewrite -${pattern.without.join(' ')} +${pattern.with.join(' ')}`;
}

/** The fixes of a solved failure; none when the same call just passed later. */
export function fixPatternsOf(chain: Pick<Chain, 'basis' | 'error' | 'attempts'>): readonly FixPattern[] {
  const { error, attempts } = chain;
  const patterns = new Map<string, FixPattern>();
  for (const attempt of attempts) {
    if (attempt.successful === false) continue;
    const rewrite = rewriteOf(error.action, attempt.action);
    const learned: readonly FixPattern[] = rewrite
      ? [rewrite]
      : isManualText(chain, attempt)
        ? [{ is: 'manual', text: attempt.action }]
        : actionsOf(attempt, error.marks);
    for (const pattern of learned) patterns.set(nameOf(pattern), pattern);
  }
  return [...patterns.values()];
}

/** Whether an attempt is text that names no command and no file. */
export function isManualText({ basis }: Pick<Chain, 'basis'>, { marks }: FixAttempt): boolean {
  return basis === 'manual' && marks.length === 0;
}

function actionsOf({ marks }: FixAttempt, failing: readonly string[]): readonly FixPattern[] {
  return relativeMarks(
    marks.filter((mark) => !failing.includes(mark)),
    failing,
  ).map((mark) => ({ is: 'action', mark }));
}

/** With more words changed it is another command. */
const maxChanged = 2;

function rewriteOf(failed: string, worked: string): FixPattern | undefined {
  const before = commandIn(failed);
  const after = commandIn(worked);
  if (!before || !after) return undefined;
  const without = before.filter((word) => !after.includes(word));
  const added = after.filter((word) => !before.includes(word));
  const isOther = without.length > maxChanged || added.length > maxChanged || without.length + added.length === 0;
  return isOther || before.length === without.length ? undefined : { is: 'rewrite', without, with: added };
}

/** The words in the summary of a shell call, `Bash npm test 2>&1 | tail -5`; undefined when it is none, or was cut. */
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
  const meaningful = words.filter((word) => !/^(?:\d?>&\d|2>\/dev\/null)$/.test(word));
  // A pipe that only shortens the output does not change what was done.
  const pipe = meaningful.findLastIndex((word, at) => word === '|' && /^(?:head|tail)$/.test(meaningful[at + 1] ?? ''));
  return pipe > 0 ? meaningful.slice(0, pipe) : meaningful;
}

/** A pattern applied to the call that has just failed; undefined when it does not fit. */
export function applied(
  pattern: FixPattern,
  { action, marks }: { readonly action: string; readonly marks: readonly string[] },
): Applied | undefined {
  if (pattern.is === 'manual') return { text: pattern.text, mark: pattern.text };
  if (pattern.is === 'action') {
    const file = marks.map(fileIn).find((name) => name !== undefined);
    if (pattern.mark.endsWith(` ${sameFile}`) && file === undefined) return undefined;
    const mark = file === undefined ? pattern.mark : pattern.mark.replace(sameFile, () => file);
    return { text: mark, mark };
  }
  const words = commandIn(action);
  if (!words || !pattern.without.every((word) => words.includes(word))) return undefined;
  const rewritten = rewrittenBy(pattern, words);
  return { text: rewritten.join(' '), mark: commandMark(rewritten) };
}

export interface Applied {
  /** The command, or what was done. */
  readonly text: string;
  readonly mark: string;
}

/** New words go where the removed ones were; without removed ones, behind the program and its subcommand. */
function rewrittenBy(pattern: Extract<FixPattern, { is: 'rewrite' }>, words: readonly string[]): readonly string[] {
  const at = pattern.without.length > 0 ? words.indexOf(pattern.without[0]!) : Math.min(2, words.length);
  return [...words.slice(0, at), ...pattern.with, ...words.slice(at)].filter(
    (word, place) => !pattern.without.includes(word) || (place >= at && place < at + pattern.with.length),
  );
}
