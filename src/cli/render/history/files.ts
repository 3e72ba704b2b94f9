import type { ChangedFile, FileChange, FileHistoryAnswer, FilesAnswer, Hunk } from '../../../ask/files/answer.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine, safeText } from '../../text/safe-text.ts';
import { dayAndTime } from '../../text/when.ts';
import { column, fit } from '../../text/width.ts';
import { footer, sentence, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const filesRenderer: QuestionRenderer<FilesAnswer> = {
  examples: [
    { line: 'stemma files', says: 'what the newest session changed' },
    { line: 'stemma files claude:3f2a --json', says: 'the same of one session, for a program' },
  ],
  render: renderFiles,
};

export function renderFiles(answer: FilesAnswer, context: RenderContext): string {
  const { session, files, total, next, subagents_left_out: leftOut } = answer;
  const head = `${sessionHead(session, context)}${parentLine(session, context)}\n`;
  if (total === 0) return head + sentence('No file was changed.', context);
  const wide = Math.max(20, context.columns - 40);
  const line = (path: string, cells: readonly string[]): string =>
    `${fit(column(path, wide) + cells.map((cell) => column(cell, 9, 'right')).join(''), context.columns).trimEnd()}\n`;
  return (
    head +
    context.ink.dim(line('file', ['added', 'removed', 'edits', 'by'])) +
    files.map((file) => line(oneLine(file.path), [...linesOf(file), number(file.edits), authorsOf(file)])).join('') +
    (next === null
      ? ''
      : footer(`${plural(files.length, 'file')} of ${number(total)}; --after ${next} shows the next`, context)) +
    (leftOut === 0 ? '' : footer(`${plural(leftOut, 'sub-agent')} not read`, context))
  );
}

function linesOf({ added, removed, lines_are_exact: isExact }: ChangedFile): readonly [string, string] {
  const text = (count: number | null, sign: string) =>
    count === null ? '?' : `${isExact ? '' : '≥'}${sign}${number(count)}`;
  return [text(added, '+'), text(removed, '−')];
}

function authorsOf({ by }: ChangedFile): string {
  const subagents = by.filter(({ is_subagent }) => is_subagent).length;
  const itself = by.some(({ is_subagent }) => !is_subagent);
  if (subagents === 0) return 'itself';
  return itself ? `+${subagents} sub` : `${subagents} sub`;
}

export const fileHistoryRenderer: QuestionRenderer<FileHistoryAnswer> = {
  examples: [
    { line: 'stemma file-history src/cart.ts', says: 'all changes of a file, by any session' },
    { line: 'stemma file-history src/cart.ts --session latest', says: 'those of the newest session' },
  ],
  session: ({ session }) => session?.uid,
  render: renderFileHistory,
};

export function renderFileHistory(answer: FileHistoryAnswer, context: RenderContext): string {
  const { path, changes, total, next, sessions, sessions_truncated: isCut } = answer;
  const { ink } = context;
  const head = `${ink.bold(oneLine(path))}\n${ink.dim(`${plural(total, 'change')}, ${isCut ? '≥ ' : ''}${plural(sessions.length, 'session')}`)}\n`;
  if (total === 0) return head + sentence('No recorded session changed this file.', context);
  return (
    head +
    changes.map((change) => `\n${renderChange(change, context)}`).join('') +
    (next === null
      ? ''
      : `\n${footer(`${plural(changes.length, 'change')} of ${number(total)}; --after ${next} shows the next`, context)}`)
  );
}

function renderChange(change: FileChange, context: RenderContext): string {
  const { ink, columns } = context;
  const { step, prompt, subagent, hunks, added, removed, numbers, missing, lines_left_out: leftOut } = change;
  const facts = [dayAndTime(step.at), step.id, missing === null ? `+${number(added)} −${number(removed)}` : ''];
  return [
    ink.bold(fit(facts.filter(Boolean).join('  '), columns)),
    subagent ? ink.dim(fit(`sub-agent: ${oneLine(subagent.title ?? subagent.uid)}`, columns)) : '',
    prompt ? ink.dim(fit(`asked: ${shortPaths(prompt.summary, context)}`, columns)) : '',
    missing === 'evicted' ? ink.dim('The bytes of this change were evicted.') : '',
    missing === 'program' ? ink.dim('A program made this change; the change itself is not recorded.') : '',
    missing === null && numbers === null ? ink.dim('Line numbers are not recorded.') : '',
    ...hunks.flatMap((hunk) => hunkLines(hunk, context)),
    leftOut > 0 ? ink.dim(`${plural(leftOut, 'more line')}`) : '',
  ]
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
}

function hunkLines({ old_start, new_start, lines }: Hunk, { ink, columns }: RenderContext): readonly string[] {
  let [old, now] = [old_start ?? 0, new_start ?? 0];
  const header = old_start === null ? '@@' : `@@ -${old_start} +${new_start} @@`;
  return [
    ink.cyan(header),
    ...lines.map((line) => {
      const at = line.startsWith('-') ? old : now;
      if (!line.startsWith('+')) old += 1;
      if (!line.startsWith('-')) now += 1;
      const text = fit(
        `${old_start === null ? '' : `${String(at).padStart(5)} `}${line[0]}${safeText(line.slice(1)).replaceAll('\t', '  ')}`,
        columns,
      );
      return line.startsWith('+') ? ink.green(text) : line.startsWith('-') ? ink.red(text) : text;
    }),
  ];
}
