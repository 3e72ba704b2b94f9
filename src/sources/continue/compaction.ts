import { text } from '../../platform/parse-records.ts';
import { emitCompaction } from '../reader/emit-compaction.ts';
import type { ContinueContext } from './record-context.ts';
import type { Rec } from './record.ts';

/**
 * An item may have a summary of everything up to it, which the model gets instead from then on. The last step continues
 * in it.
 */
export function summarised(context: ContinueContext, item: Rec): void {
  const summary = text(item['conversationSummary'])?.trim();
  if (summary) emitCompaction(context, { key: `${context.key}:summary`, text: 'Conversation summarised', summary });
}
