import { name } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { Draft } from '../../source.ts';
import { message } from './messages.ts';
import type { OpenCodeContext } from './memory.ts';
import { part } from './parts.ts';

/**
 * A message with all its parts, in its current state. A log shows that calls ran in parallel; here each part has its
 * result in it, so the results of a step are emitted after its calls.
 */
export function wholeMessage(context: OpenCodeContext, info: JsonObject, parts: readonly JsonObject[]): boolean {
  const isKnown = message(context, { ...info, error: undefined });
  let step = context.drafts.length;
  for (const one of parts) {
    if (one['type'] === 'step-finish') {
      resultsLast(context.drafts, step);
      step = context.drafts.length;
    }
    if (!part(context, { messageID: info['id'], ...one }, undefined))
      context.reportUnknown(`part/${name(one['type']) ?? 'no type'}`);
  }
  resultsLast(context.drafts, step);
  // Its ending comes last, after its parts.
  return isKnown && ('error' in info ? message(context, info) : true);
}

function resultsLast(drafts: Draft[], from: number): void {
  const emitted = drafts.splice(from);
  const results = emitted
    .filter(({ what }) => what.is === 'result')
    .sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  drafts.push(...emitted.filter(({ what }) => what.is !== 'result'), ...results);
}
