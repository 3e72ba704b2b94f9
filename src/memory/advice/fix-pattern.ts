import type { Chain, FixAttempt } from '../../model/chain.ts';
import { commandMark, fileIn, isLookMark, relativeMarks, retryMark, sameFile } from '../errors/marks.ts';
import { isBookkeeping } from './bookkeeping.ts';
import { commandIn, rewriteOf, rewritten, type Rewrite } from './rewrite.ts';

/** One fix of a failure, in a form that applies to the next failure of its kind. */
export type FixPattern =
  /** The same command with some words taken out and others put in. */
  | ({ readonly is: 'rewrite' } & Rewrite)
  /** Something else was done: a command was run, a file was changed or read. */
  | { readonly is: 'action'; readonly mark: string }
  /** An instruction in text, entered manually. */
  | { readonly is: 'manual'; readonly text: string };

/** Two patterns with the same name are the same fix. */
export function nameOf(pattern: FixPattern): string {
  if (pattern.is === 'manual') return `manual ${pattern.text}`;
  return pattern.is === 'action' ? pattern.mark : `rewrite -${pattern.without.join(' ')} +${pattern.with.join(' ')}`;
}

/** The verified fixes of a failure; none when the same call just passed later. */
export function fixPatternsOf(chain: Pick<Chain, 'basis' | 'error' | 'attempts'>): readonly FixPattern[] {
  const { error, attempts } = chain;
  const patterns = new Map<string, FixPattern>();
  for (const attempt of attempts) {
    if (attempt.successful !== true || attempt.marks.includes(retryMark)) continue;
    const rewrite = rewriteOf(error.action, attempt.action, maxChanged);
    const learned: readonly FixPattern[] = rewrite
      ? [{ is: 'rewrite', ...rewrite }]
      : isManualText(chain, attempt)
        ? [{ is: 'manual', text: attempt.action }]
        : actionsOf(attempt, error);
    for (const pattern of learned) patterns.set(nameOf(pattern), pattern);
  }
  return [...patterns.values()];
}

/** Whether an attempt is text that names no command and no file. */
export function isManualText({ basis }: Pick<Chain, 'basis'>, { marks }: FixAttempt): boolean {
  return basis === 'manual' && marks.length === 0;
}

function actionsOf({ marks }: FixAttempt, failed: Chain['error']): readonly FixPattern[] {
  return relativeMarks(
    marks.filter((mark) => !failed.marks.includes(mark) && !isLookMark(mark) && !isBookkeeping(mark, failed.message)),
    failed.marks,
  ).map((mark) => ({ is: 'action', mark }));
}

/** With more words changed it is another command. */
const maxChanged = 2;

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
  const command = rewritten(pattern, words);
  return { text: command.join(' '), mark: commandMark(command.filter((word) => !word.startsWith('cd '))) };
}

export interface Applied {
  /** The command, or what was done. */
  readonly text: string;
  readonly mark: string;
}
