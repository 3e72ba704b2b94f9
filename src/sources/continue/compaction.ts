import { text } from '../../platform/parse-records.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import type { Rec } from './record.ts';

/**
 * An item may bear a summary of everything up to it, which the model gets instead from then on. The last step goes on
 * in it.
 */
export function summarised(page: Page, item: Rec): void {
  const summary = text(item['conversationSummary'])?.trim();
  if (!summary) return;
  const { memory } = page;
  const key = `${page.key}:summary`;
  emit(
    page,
    `${page.key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: 'Conversation summarised' },
    { role: 'system', parent: memory.above },
  );
  emit(
    page,
    key,
    { is: 'prompt', text: summary, origin: 'compaction' },
    { native: key, role: 'user', parent: memory.above },
  );
  if (memory.lastStep !== undefined)
    page.links.push({ type: 'continued', session: page.session, from: memory.lastStep, to: key });
  memory.lastStep = memory.above = key;
}
