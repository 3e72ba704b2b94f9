import { number, text } from '../../platform/parse-records.ts';
import { emit, moveTo } from './page.ts';
import type { Page } from './page.ts';

/** What went before was replaced by a summary, which the last step before it goes on in. */
export function compaction(page: Page): void {
  const { key, above, entry, session, memory, links } = page;
  const removed = number(entry.json['removedCount']);
  const what = `Context compacted${removed === undefined ? '' : `, ${removed} messages dropped`}`;
  emit(
    page,
    `${key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: what },
    { role: 'system', parent: above.event, turn: above.turn },
  );
  const summary = text(entry.json['summaryText']) ?? '';
  if (summary.trim() === '') return;
  emit(
    page,
    key,
    { is: 'prompt', text: summary, origin: 'compaction' },
    { native: entry.id, role: 'user', parent: above.event, turn: above.turn },
  );
  if (memory.lastStep !== undefined) links.push({ type: 'continued', session, from: memory.lastStep, to: key });
  memory.lastStep = key;
  moveTo(page, key, above.turn);
}
