import type { StepInStory, ToldError } from '../../ask/errors.ts';
import { plural } from '../text/amount.ts';
import { fit } from '../text/width.ts';
import { shortId } from './names.ts';
import { told } from './page.ts';
import type { Page } from './page.ts';

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

/** What was tried, what helped and what proved it. */
export function repairLines({ kind, attempts, fix, verified_by }: ToldError, page: Page): string {
  const { ink } = page;
  let text = '';
  if (attempts[0]) text += storyLine('tried', storyStep(attempts.at(-1)!, page) + andMore(attempts, page), page);
  for (const each of fix.slice(0, 3)) text += storyLine('fixed by', storyStep(each, page), page);
  if (fix.length > 3) text += storyLine('', ink.dim(`and ${plural(fix.length - 3, 'more step')}`), page);
  if (fix.length === 0) text += storyLine('fixed by', ink.dim(kind === 'real' ? 'nothing that is known' : 'nothing'), page);
  if (verified_by && verified_by.step !== fix.at(-1)?.step) text += storyLine('proof', storyStep(verified_by, page), page);
  return text;
}
