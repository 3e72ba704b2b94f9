import type { Fix } from '../../../ask/patterns/fixes.ts';
import { width, fit } from '../../text/width.ts';
import { shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { storyLine, storyMargin } from './story-lines.ts';

/** `  fixed by  run npm install · 4 of 5`: what was done, and how often it helped. */
export function fixLine(word: string, fix: Fix, context: RenderContext): string {
  const count = ` · ${countOf(fix)}`;
  const what = fit(
    shortPaths(fix.action || fix.marks.join(', '), context),
    Math.max(12, context.columns - storyMargin - width(count)),
  );
  return storyLine(word, `${what}${context.ink.dim(count)}`, context);
}

/** Of one that helped, those nobody looked at are no failures of it. */
function countOf({ worked, unproven, tried, low, high }: Fix): string {
  const looked = tried - unproven;
  if (looked === 0) return tried === 1 ? 'once, unproven' : `${tried} times, unproven`;
  const range = worked > 0 ? ` (${percent(low)}–${percent(high)} %)` : '';
  return `${worked} of ${looked}${range}${unproven > 0 ? `, ${unproven} unproven` : ''}`;
}

export function percent(share: number): string {
  return String(Math.round(share * 100));
}
