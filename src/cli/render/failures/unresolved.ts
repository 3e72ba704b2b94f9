import type { Unresolved, UnresolvedAnswer } from '../../../ask/unresolved/unresolved.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { shortly } from '../../text/when.ts';
import { fit } from '../../text/width.ts';
import { shortId } from '../names.ts';
import { footer, sentence, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { storyLine as line, storyMargin } from './story-lines.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const unresolvedRenderer: QuestionRenderer<UnresolvedAnswer> = {
  examples: [
    { line: 'stemma unresolved', says: 'everywhere' },
    { line: 'stemma unresolved --repo shop --since 7d', says: 'of the last week, in one repository' },
    { line: 'stemma unresolved --needs-review', says: 'given up, or everything that was tried failed' },
    { line: 'stemma unresolved --json', says: 'for a program' },
  ],
  limits: { json: 200 },
  render: renderUnresolved,
};

/** Newest first; repeated failures are counted with the newest one. */
export function renderUnresolved(
  { unresolved, total, truncated, next }: UnresolvedAnswer,
  context: RenderContext,
): string {
  if (unresolved.length === 0)
    return sentence('No unresolved failures. `stemma ingest` brings the archive up to date.', context);
  const groups = [...Map.groupBy(unresolved, ({ chain }) => chain.error.fingerprint).values()];
  const text = groups.map((same) => block(same, context)).join('\n');
  const solved = groups.find(([first]) => first!.solved_elsewhere)?.[0]?.chain;
  const notes = [
    truncated
      ? `${number(unresolved.length)} of ${plural(total, 'failure')}; --after ${next} shows the next, --limit N more at once`
      : plural(total, 'failure'),
    ...(solved ? [`fixed elsewhere: \`stemma similar ${shortId(solved.id)} --solved\``] : []),
  ];
  return `${text}\n${notes.map((note) => footer(note, context)).join('')}`;
}

function block(same: readonly Unresolved[], context: RenderContext): string {
  const { ink, columns, now } = context;
  const [{ chain, solved_elsewhere }] = same as [Unresolved, ...Unresolved[]];
  const { id, error, attempts, state, needs_review } = chain;
  const room = columns - storyMargin;
  const where = [shortly(error.at, now), oneLine(error.repo ?? ''), error.source ?? 'entered manually']
    .filter((each) => each !== '')
    .join('  ');
  const mark = `${error.kind === 'real' ? '' : ` [${error.kind}]`}${state === 'failed' ? ' [given up]' : ''}${needs_review ? ' [needs review]' : ''}`;
  let text = `${ink.dim(fit(`${shortId(id)}  ${where}`, columns - mark.length))}${ink.yellow(mark)}\n`;
  if (error.action !== '') text += line('failed', ink.cyan(fit(shortPaths(error.action, context), room)), context);
  text += line('message', ink.red(fit(shortPaths(error.message, context), room)), context);
  const last = attempts.at(-1);
  if (last)
    text += line(
      'tried',
      fit(shortPaths(last.action, context), room - 6) +
        (attempts.length > 1 ? ink.dim(` (+${attempts.length - 1})`) : ''),
      context,
    );
  if (same.length > 1)
    text += line(
      'again',
      ink.dim(`${plural(same.length - 1, 'time')} before, last ${shortId(same[1]!.chain.id)}`),
      context,
    );
  if (solved_elsewhere)
    text += line(
      'fixed',
      ink.green(
        `elsewhere, ${solved_elsewhere.times === 1 ? 'once' : plural(solved_elsewhere.times, 'time')}: stemma similar ${shortId(id)} --solved`,
      ),
      context,
    );
  return text;
}
