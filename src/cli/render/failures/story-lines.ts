import type { AnyError, AttemptTold, StepInStory } from '../../../ask/errors/errors.ts';
import type { ChainState, ErrorKind } from '../../../model/words.ts';
import { plural } from '../../text/amount.ts';
import { fit } from '../../text/width.ts';
import { shortId } from '../names.ts';
import { told } from '../page.ts';
import type { Page } from '../page.ts';

/** Columns before the words of a line. */
export const storyMargin = 12;

/** `  fixed by  …`: one line of the story of a failure. */
export function storyLine(word: string, text: string, { ink }: Page): string {
  return `  ${ink.dim(word.padEnd(storyMargin - 3))} ${text}\n`;
}

export function storyStep({ step: id, summary }: StepInStory, page: Page): string {
  return `${page.ink.dim(shortId(id))} ${fit(told(summary, page), page.columns - storyMargin - 22)}`;
}

/** `(+2)` behind the first of several. */
export function andMore(steps: readonly StepInStory[], { ink }: Page): string {
  return steps.length > 1 ? ink.dim(` (+${steps.length - 1})`) : '';
}

/** What was tried, what helped and what proved it: steps, and what people said. */
export function repairLines(
  {
    kind,
    attempts,
    fix,
    told: said,
    state,
    verified_by,
  }: Pick<AnyError, 'kind' | 'attempts' | 'fix' | 'told' | 'state' | 'verified_by'>,
  page: Page,
): string {
  const { ink } = page;
  const helped = said.filter(({ successful }) => successful === true);
  let text = '';
  if (attempts[0]) text += storyLine('tried', storyStep(attempts.at(-1)!, page) + andMore(attempts, page), page);
  for (const each of said.filter(({ successful }) => successful !== true).slice(-shown))
    text += toldLine('tried', each, page);
  for (const each of fix.slice(0, shown)) text += storyLine('fixed by', storyStep(each, page), page);
  if (fix.length > shown) text += storyLine('', ink.dim(`and ${plural(fix.length - shown, 'more step')}`), page);
  for (const each of helped.slice(-shown)) text += toldLine('fixed by', each, page);
  if (fix.length + helped.length === 0) text += storyLine('fixed by', ink.dim(nothing(kind, state)), page);
  if (verified_by && verified_by.step !== fix.at(-1)?.step)
    text += storyLine('proof', storyStep(verified_by, page), page);
  return text;
}

const shown = 3;

function toldLine(word: string, { action }: AttemptTold, page: Page): string {
  const mark = ' · told by hand';
  return storyLine(word, fit(told(action, page), page.columns - storyMargin - mark.length) + page.ink.dim(mark), page);
}

function nothing(kind: ErrorKind, state: ChainState): string {
  if (state === 'resolved') return 'nobody knows what; somebody said that it is over';
  if (state === 'failed') return 'nothing; it was given up and needs review';
  return kind === 'real' ? 'nothing that is known' : 'nothing';
}
