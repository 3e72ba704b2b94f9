import type { AnyError, StoryAttempt, StepInStory } from '../../../ask/errors/errors.ts';
import type { ChainState, ErrorKind } from '../../../model/words.ts';
import { plural } from '../../text/amount.ts';
import { fit } from '../../text/width.ts';
import { shortId } from '../names.ts';
import { shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';

/** Columns before the words of a line. */
export const storyMargin = 12;

/** `  fixed by  …`: one line of the story of a failure. */
export function storyLine(word: string, text: string, { ink }: RenderContext): string {
  return `  ${ink.dim(word.padEnd(storyMargin - 3))} ${text}\n`;
}

export function storyStep({ step: id, summary }: StepInStory, context: RenderContext): string {
  return `${context.ink.dim(shortId(id))} ${fit(shortPaths(summary, context), context.columns - storyMargin - 22)}`;
}

/** `(+2)` behind the first of several. */
export function andMore(steps: readonly StepInStory[], { ink }: RenderContext): string {
  return steps.length > 1 ? ink.dim(` (+${steps.length - 1})`) : '';
}

/** What was tried, what fixed it and what verified it: steps and manual entries. */
export function repairLines(
  {
    kind,
    attempts,
    fix,
    told: said,
    state,
    verified_by,
  }: Pick<AnyError, 'kind' | 'attempts' | 'fix' | 'told' | 'state' | 'verified_by'>,
  context: RenderContext,
): string {
  const { ink } = context;
  const helped = said.filter(({ successful }) => successful === true);
  let text = '';
  if (attempts[0])
    text += storyLine('tried', storyStep(attempts.at(-1)!, context) + andMore(attempts, context), context);
  for (const each of said.filter(({ successful }) => successful !== true).slice(-shown))
    text += manualLine('tried', each, context);
  for (const each of fix.slice(0, shown)) text += storyLine('fixed by', storyStep(each, context), context);
  if (fix.length > shown) text += storyLine('', ink.dim(`and ${plural(fix.length - shown, 'more step')}`), context);
  for (const each of helped.slice(-shown)) text += manualLine('fixed by', each, context);
  if (fix.length + helped.length === 0) text += storyLine('fixed by', ink.dim(nothing(kind, state)), context);
  if (verified_by && verified_by.step !== fix.at(-1)?.step)
    text += storyLine('proof', storyStep(verified_by, context), context);
  return text;
}

const shown = 3;

function manualLine(word: string, { action }: StoryAttempt, context: RenderContext): string {
  const mark = ' · manual';
  return storyLine(
    word,
    fit(shortPaths(action, context), context.columns - storyMargin - mark.length) + context.ink.dim(mark),
    context,
  );
}

function nothing(kind: ErrorKind, state: ChainState): string {
  if (state === 'resolved') return 'unknown; marked as resolved by hand';
  if (state === 'failed') return 'nothing; it was given up and needs review';
  return kind === 'real' ? 'no known fix' : 'nothing';
}
