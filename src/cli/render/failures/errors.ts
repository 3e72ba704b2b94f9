import type { ErrorsEverywhere } from '../../../ask/errors/errors-everywhere.ts';
import type { AnyError, ErrorsAnswer } from '../../../ask/errors/errors.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { clockTime, shortly, span } from '../../text/when.ts';
import { fit } from '../../text/width.ts';
import { shortId, shortUid } from '../names.ts';
import { footer, sentence, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import { culpritLine, repairLines, storyLine as line, storyMargin, storyStep as step } from './story-lines.ts';

/** Each failure in a few lines: message, likely culprit, attempts, fix and proof. */
export function renderErrors({ session, errors, kinds, total, truncated }: ErrorsAnswer, outer: RenderContext): string {
  const context = { ...outer, cwd: session.cwd };
  let text = sessionHead(session, context) + parentLine(session, context);
  for (const error of errors) text += `\n${story(error, context)}`;
  if (errors.length === 0) text += '\nNo failures.\n';
  const notes = [
    ...(truncated ? [`${number(errors.length)} of ${number(total)} failures; --limit N shows more`] : []),
    ...(kinds.benign > 0 && errors.every(({ kind }) => kind !== 'benign')
      ? [`${plural(kinds.benign, 'benign one')} left out; --kinds benign shows them`]
      : []),
    ...(errors.length > 0
      ? [
          `inferred by rules${errors.some(({ judged }) => judged) ? ', or judged where it says so' : ''}; \`stemma why ID\` shows the causes of a step`,
        ]
      : []),
  ];
  return notes.length === 0 ? text : `${text}\n${notes.map((note) => footer(note, context)).join('')}`;
}

/** Failures of all sessions, each with its session and time. */
export function renderErrorsEverywhere(
  { errors, types, kinds, total, next }: ErrorsEverywhere,
  context: RenderContext,
): string {
  if (errors.length === 0)
    return sentence('No failures found. `stemma ingest` brings the archive up to date.', context);
  const text = errors
    .map(
      (error) =>
        context.ink.dim(
          `${shortly(error.at, context.now)}${error.session === null ? '' : `  ${shortUid(error.session)}`}`,
        ) + `\n${story(error, context)}`,
    )
    .join('\n');
  const notes = [
    ...(types.length > 1
      ? [
          `most often: ${types
            .slice(0, 5)
            .map(({ type, count }) => `${oneLine(type)} ${number(count)}`)
            .join(', ')}`,
        ]
      : []),
    ...(next === null
      ? []
      : [
          `${number(errors.length)} of ${number(total)} failures; --after ${next} shows the next, --limit N more at once`,
        ]),
    ...(kinds.benign > 0 && errors.every(({ kind }) => kind !== 'benign')
      ? [`${plural(kinds.benign, 'benign one')} left out; --kinds benign shows them`]
      : []),
  ];
  return notes.length === 0 ? text : `${text}\n${notes.map((note) => footer(note, context)).join('')}`;
}

function story(error: AnyError, context: RenderContext): string {
  const { ink, columns } = context;
  const { id, at, kind, message, summary, culprit } = error;
  const mark = kind === 'real' ? '' : ` [${kind}]`;
  const what = summary === '' ? 'entered manually' : fit(shortPaths(summary, context), columns - 22 - mark.length);
  let text = `${ink.dim(shortId(id))} ${ink.dim(clockTime(at))} ${ink.failed} ${ink.cyan(what)}${ink.yellow(mark)}\n`;
  text += line('message', ink.red(fit(shortPaths(message, context), columns - storyMargin)), context);
  if (kind === 'benign') return text;

  const [first] = culprit;
  if (first && kind === 'cascade') text += line('because', step(first, context), context);
  else if (kind === 'real') text += culpritLine(error, context);
  return text + repairLines(error, context) + duration(error, context);
}

function duration({ resolution_minutes: minutes }: AnyError, context: RenderContext): string {
  return minutes === null || minutes === 0 ? '' : line('after', context.ink.dim(span(minutes * 60_000)), context);
}
