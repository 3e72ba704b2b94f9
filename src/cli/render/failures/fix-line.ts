import type { Fix } from '../../../ask/patterns/fixes.ts';
import { width, fit } from '../../text/width.ts';
import { shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { storyLine, storyMargin } from './story-lines.ts';

/** `  fixed by  run npm install · worked 4 of 5, all verified`: the action, and how often it worked. */
export function fixLine(label: string, fix: Fix, context: RenderContext): string {
  const count = ` · ${countOf(fix)}`;
  const what = fit(
    shortPaths(fix.action || fix.marks.join(', '), context),
    Math.max(12, context.columns - storyMargin - width(count)),
  );
  return storyLine(label, `${what}${context.ink.dim(count)}`, context);
}

/** What was never checked counts as worked, and is named apart. A share of a few cases says nothing, so none is shown. */
function countOf({ worked, unproven, tried, low, high }: Fix): string {
  const verified = worked === 0 ? '' : unproven === 0 ? ', all verified' : `, verified ${worked}`;
  const range = worked > 0 && tried - unproven >= enoughCases ? ` (${percent(low)}–${percent(high)} %)` : '';
  return `worked ${worked + unproven} of ${tried}${verified}${range}`;
}

/** Below this, counts are shown and no share. */
export const enoughCases = 10;

export function percent(share: number): string {
  return String(Math.round(share * 100));
}
