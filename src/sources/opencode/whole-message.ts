import { name } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Draft } from '../source.ts';
import { message } from './messages.ts';
import type { Page } from './page.ts';
import { part } from './parts.ts';

/**
 * A message with all its parts, as it stands. A log tells that calls ran side by side; here each has its result in
 * it, so the results of a step are told when its calls have been.
 */
export function wholeMessage(page: Page, info: JsonObject, parts: readonly JsonObject[]): boolean {
  const isKnown = message(page, { ...info, error: undefined });
  let step = page.drafts.length;
  for (const one of parts) {
    if (one['type'] === 'step-finish') {
      resultsLast(page.drafts, step);
      step = page.drafts.length;
    }
    if (!part(page, { messageID: info['id'], ...one }, undefined))
      page.stranger ??= `part/${name(one['type']) ?? 'no type'}`;
  }
  resultsLast(page.drafts, step);
  // How it ended comes last, behind what was said.
  return isKnown && ('error' in info ? message(page, info) : true);
}

function resultsLast(drafts: Draft[], from: number): void {
  const told = drafts.splice(from);
  const results = told.filter(({ what }) => what.is === 'result').sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  drafts.push(...told.filter(({ what }) => what.is !== 'result'), ...results);
}
