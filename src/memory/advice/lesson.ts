import type { Chain, FixAttempt } from '../../model/chain.ts';
import { commandMark, fileIn, relativeMarks, sameFile } from '../errors/marks.ts';

/** One thing that helped against a failure, in a form that fits the next one of its sort. */
export type Lesson =
  /** The same command with some words taken out and others put in. */
  | { readonly is: 'rewrite'; readonly without: readonly string[]; readonly with: readonly string[] }
  /** Something else was done: a command was run, a file was changed or read. */
  | { readonly is: 'deed'; readonly mark: string }
  /** Somebody said in words what to do. */
  | { readonly is: 'word'; readonly text: string };

/** Two lessons with the same name teach the same. */
export function nameOf(lesson: Lesson): string {
  if (lesson.is === 'word') return `word ${lesson.text}`;
  return lesson.is === 'deed' ? lesson.mark : `rewrite -${lesson.without.join(' ')} +${lesson.with.join(' ')}`;
}

/** What a solved failure teaches. Nothing, where all that is known is that the same was tried again and went well. */
export function lessonsOf(chain: Pick<Chain, 'basis' | 'error' | 'attempts'>): readonly Lesson[] {
  const { error, attempts } = chain;
  const lessons = new Map<string, Lesson>();
  for (const attempt of attempts) {
    if (attempt.successful === false) continue;
    const rewrite = rewriteOf(error.action, attempt.action);
    const learned: readonly Lesson[] = rewrite
      ? [rewrite]
      : isWord(chain, attempt)
        ? [{ is: 'word', text: attempt.action }]
        : deedsOf(attempt, error.marks);
    for (const lesson of learned) lessons.set(nameOf(lesson), lesson);
  }
  return [...lessons.values()];
}

/** Whether an attempt was told in words that name no command and no file. */
export function isWord({ basis }: Pick<Chain, 'basis'>, { marks }: FixAttempt): boolean {
  return basis === 'manual' && marks.length === 0;
}

function deedsOf({ marks }: FixAttempt, failing: readonly string[]): readonly Lesson[] {
  return relativeMarks(
    marks.filter((mark) => !failing.includes(mark)),
    failing,
  ).map((mark) => ({ is: 'deed', mark }));
}

/** Words changed beyond this make it another command. */
const mostChanged = 2;

function rewriteOf(failed: string, worked: string): Lesson | undefined {
  const before = commandIn(failed);
  const after = commandIn(worked);
  if (!before || !after) return undefined;
  const without = before.filter((word) => !after.includes(word));
  const added = after.filter((word) => !before.includes(word));
  const isOther = without.length > mostChanged || added.length > mostChanged || without.length + added.length === 0;
  return isOther || before.length === without.length ? undefined : { is: 'rewrite', without, with: added };
}

/**
 * The words of a one-line summary of a shell call, `Bash npm test 2>&1 | tail -5`; undefined when it is none, or was
 * cut short.
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
  const told = words.filter((word) => !/^(?:\d?>&\d|2>\/dev\/null)$/.test(word));
  // What only shortens what is shown says nothing of what was done.
  const pipe = told.findLastIndex((word, at) => word === '|' && /^(?:head|tail)$/.test(told[at + 1] ?? ''));
  return pipe > 0 ? told.slice(0, pipe) : told;
}

/** What a lesson comes to for the call that has just failed; undefined when it does not fit it. */
export function applied(
  lesson: Lesson,
  { action, marks }: { readonly action: string; readonly marks: readonly string[] },
): Applied | undefined {
  if (lesson.is === 'word') return { text: lesson.text, mark: lesson.text };
  if (lesson.is === 'deed') {
    const file = marks.map(fileIn).find((name) => name !== undefined);
    if (lesson.mark.endsWith(` ${sameFile}`) && file === undefined) return undefined;
    const mark = file === undefined ? lesson.mark : lesson.mark.replace(sameFile, () => file);
    return { text: mark, mark };
  }
  const words = commandIn(action);
  if (!words || !lesson.without.every((word) => words.includes(word))) return undefined;
  const rewritten = rewrittenBy(lesson, words);
  return { text: rewritten.join(' '), mark: commandMark(rewritten) };
}

export interface Applied {
  /** The command, or what was done. */
  readonly text: string;
  readonly mark: string;
}

/** What is put in comes where what is taken out was; behind the program and what it is to do when nothing was. */
function rewrittenBy(lesson: Extract<Lesson, { is: 'rewrite' }>, words: readonly string[]): readonly string[] {
  const at = lesson.without.length > 0 ? words.indexOf(lesson.without[0]!) : Math.min(2, words.length);
  return [...words.slice(0, at), ...lesson.with, ...words.slice(at)].filter(
    (word, place) => !lesson.without.includes(word) || (place >= at && place < at + lesson.with.length),
  );
}
