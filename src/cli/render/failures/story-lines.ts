import type { AnyError, StoryAttempt, StepInStory } from '../../../ask/errors/errors.ts';
import type { ChainState, ErrorKind } from '../../../model/words.ts';
import { plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { fit } from '../../text/width.ts';
import { shortId } from '../names.ts';
import { shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';

/** Columns before the text of a line. */
export const storyMargin = 12;

/** `  fixed by  …`: one line of the story of a failure. */
export function storyLine(label: string, text: string, { ink }: RenderContext): string {
  return `  ${ink.dim(label.padEnd(storyMargin - 3))} ${text}\n`;
}

export function storyStep({ step: id, summary }: StepInStory, context: RenderContext): string {
  return `${context.ink.dim(shortId(id))} ${fit(shortPaths(summary, context), context.columns - storyMargin - 22)}`;
}

/** `(+2)` behind the first of several. */
export function andMore(steps: readonly StepInStory[], { ink }: RenderContext): string {
  return steps.length > 1 ? ink.dim(` (+${steps.length - 1})`) : '';
}

/** The likely culprit: rules or a model found it, so it is never certain. Empty when there is none. */
export function culpritLine(
  { id, culprit, judged }: Pick<AnyError, 'id' | 'culprit' | 'judged'>,
  context: RenderContext,
): string {
  const [first] = culprit;
  if (!first) return '';
  const likely = judged ? ' (judged)' : ' (likely)';
  const narrower = { ...context, columns: context.columns - likely.length };
  const what = first.step === id ? 'the call itself' : storyStep(first, narrower) + andMore(culprit, context);
  return storyLine('culprit', what + context.ink.dim(likely), context);
}

/** What was tried, what fixed it and what verified it: steps and manual entries. */
export function repairLines(
  {
    kind,
    attempts,
    fix,
    retried,
    manual,
    state,
    verified_by,
    judged,
  }: Pick<AnyError, 'kind' | 'attempts' | 'fix' | 'retried' | 'manual' | 'state' | 'verified_by' | 'judged'>,
  context: RenderContext,
): string {
  const { ink } = context;
  const helped = manual.filter(({ successful }) => successful === true);
  let text = '';
  if (attempts[0])
    text += storyLine('tried', storyStep(attempts.at(-1)!, context) + andMore(attempts, context), context);
  for (const each of manual.filter(({ successful }) => successful !== true).slice(-shown))
    text += manualLine('tried', each, context);
  for (const each of fix.slice(0, shown))
    text += storyLine(retried ? 'passed' : 'fixed by', storyStep(each, context), context);
  if (retried) text += storyLine('', ink.dim('on retry; nothing was changed'), context);
  if (fix.length > shown) text += storyLine('', ink.dim(`and ${plural(fix.length - shown, 'more step')}`), context);
  for (const each of helped.slice(-shown)) text += manualLine('fixed by', each, context);
  if (fix.length + helped.length === 0) text += storyLine('fixed by', ink.dim(nothing(kind, state)), context);
  if (verified_by && verified_by.step !== fix.at(-1)?.step)
    text += storyLine('proof', storyStep(verified_by, context), context);
  if (judged) text += storyLine('judged by', fit(oneLine(judged.model), context.columns - storyMargin), context);
  return text;
}

const shown = 3;

function manualLine(label: string, { action }: StoryAttempt, context: RenderContext): string {
  const mark = ' · manual';
  return storyLine(
    label,
    fit(shortPaths(action, context), context.columns - storyMargin - mark.length) + context.ink.dim(mark),
    context,
  );
}

function nothing(kind: ErrorKind, state: ChainState): string {
  if (state === 'resolved') return 'unknown; marked as resolved manually';
  if (state === 'failed') return 'nothing; given up, needs review';
  return kind === 'real' ? 'no known fix' : 'nothing';
}
