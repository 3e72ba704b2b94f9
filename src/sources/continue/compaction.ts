import { text } from '../../platform/parse-records.ts';
import type { ContinueContext } from './record-context.ts';
import type { Rec } from './record.ts';

/**
 * An item may bear a summary of everything up to it, which the model gets instead from then on. The last step goes on
 * in it.
 */
export function summarised(context: ContinueContext, item: Rec): void {
  const summary = text(item['conversationSummary'])?.trim();
  if (!summary) return;
  const { memory } = context;
  const key = `${context.key}:summary`;
  context.emit(
    `${context.key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: 'Conversation summarised' },
    { role: 'system', parent: memory.above },
  );
  context.emit(
    key,
    { is: 'prompt', text: summary, origin: 'compaction' },
    { native: key, role: 'user', parent: memory.above },
  );
  if (memory.lastStep !== undefined)
    context.links.push({ type: 'continued', session: context.session, from: memory.lastStep, to: key });
  memory.lastStep = memory.above = key;
}
