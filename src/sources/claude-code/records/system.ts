import { number, object, text } from '../../../platform/parse-records.ts';
import type { What } from '../../source.ts';
import { parentOf, skip } from './lineage.ts';
import type { Chain } from './memory.ts';
import { stateSystems } from './record.ts';
import type { Rec } from './record.ts';
import type { ClaudeContext } from './record-context.ts';

/** A system record: compactions, failures of the API and of hooks; the rest is state. */
export function readSystem(context: ClaudeContext, chain: Chain): void {
  const { record, key } = context;
  const subtype = text(record['subtype']);
  const what = systemEvent(record, subtype);
  if (what === undefined) {
    if (
      subtype !== undefined &&
      !stateSystems.has(subtype) &&
      subtype !== 'stop_hook_summary' &&
      !subtype.startsWith('task_')
    ) {
      context.reportUnknown(`system/${subtype}`);
    }
    return skip(context, chain);
  }
  // A compaction begins a new chain of parents; its parent is the last event before.
  const isCompaction = what.is === 'lifecycle';
  if (isCompaction && chain.step !== undefined) chain.compacted = chain.step;
  if (isCompaction) context.memory.spent.compacted = true;
  context.emitOn(chain, key, what, {
    native: context.native,
    parent: isCompaction ? chain.last : parentOf(context, chain),
  });
}

function systemEvent(record: Rec, subtype: string | undefined): What | undefined {
  if (subtype === 'compact_boundary') return { is: 'lifecycle', type: 'compaction', text: compaction(record) };
  if (subtype === 'api_error') return { is: 'failure', type: 'api_error', text: apiError(record) };
  if (subtype === 'stop_hook_summary' && record['preventedContinuation'] === true) {
    return { is: 'failure', type: 'hook', text: text(record['stopReason']) || 'A stop hook ended the turn.' };
  }
  return undefined;
}

function compaction(record: Rec): string {
  const { trigger, preTokens, postTokens } = object(record['compactMetadata']);
  const sizes = number(preTokens) === undefined ? '' : `, ${number(preTokens)} tokens before`;
  const after = number(postTokens) === undefined ? '' : `, ${number(postTokens)} after`;
  return `${text(record['content']) ?? 'Conversation compacted'} (${text(trigger) ?? 'unknown trigger'}${sizes}${after})`;
}

function apiError(record: Rec): string {
  const error = object(record['error']);
  const cause = object(record['cause']);
  const attempt = number(record['retryAttempt']);
  const retry = attempt === undefined ? '' : `, attempt ${attempt} of ${number(record['maxRetries']) ?? '?'}`;
  const reason =
    text(error['message']) ??
    text(object(object(error['error'])['error'])['message']) ??
    text(cause['code']) ??
    text(error['code']) ??
    'no message';
  return `API error ${number(error['status']) ?? ''}${retry}: ${reason}`
    .replace('error ,', 'error,')
    .replace('error :', 'error:');
}
