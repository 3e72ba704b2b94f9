import type { Fix } from '../../../ask/patterns/fixes.ts';
import { width, fit } from '../../text/width.ts';
import { told } from '../page.ts';
import type { Page } from '../page.ts';
import { storyLine, storyMargin } from './story-lines.ts';

/** `  fixed by  run npm install · 4 of 5`: what was done, and how often it helped. */
export function fixLine(word: string, fix: Fix, page: Page): string {
  const count = ` · ${countOf(fix)}`;
  const what = fit(
    told(fix.action || fix.marks.join(', '), page),
    Math.max(12, page.columns - storyMargin - width(count)),
  );
  return storyLine(word, `${what}${page.ink.dim(count)}`, page);
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
