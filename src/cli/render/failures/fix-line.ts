import type { Fix } from '../../../ask/patterns/fixes.ts';
import { width, fit } from '../../text/width.ts';
import { shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { storyLine, storyMargin } from './story-lines.ts';

/** `  fixed by  run npm install · 4 of 5`: the action, and how often it worked. */
export function fixLine(label: string, fix: Fix, context: RenderContext): string {
  const count = ` · ${countOf(fix)}`;
  const what = fit(
    shortPaths(fix.action || fix.marks.join(', '), context),
    Math.max(12, context.columns - storyMargin - width(count)),
  );
  return storyLine(label, `${what}${context.ink.dim(count)}`, context);
}

/** Attempts that were never checked do not count as failed. */
function countOf({ worked, unproven, tried, low, high }: Fix): string {
  const looked = tried - unproven;
  if (looked === 0) return tried === 1 ? 'once, not verified' : `${tried} times, not verified`;
  const range = worked > 0 ? ` (${percent(low)}–${percent(high)} %)` : '';
  return `${worked} of ${looked}${range}${unproven > 0 ? `, ${unproven} not verified` : ''}`;
}

export function percent(share: number): string {
  return String(Math.round(share * 100));
}
