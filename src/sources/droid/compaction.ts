import { number, text } from '../../platform/parse-records.ts';
import type { DroidContext } from './record-context.ts';

/** The earlier context was replaced by a summary, in which the last step continues. */
export function compaction(context: DroidContext): void {
  const { key, above, entry, session, memory, links } = context;
  const removed = number(entry.json['removedCount']);
  const what = `Context compacted${removed === undefined ? '' : `, ${removed} messages dropped`}`;
  context.emit(
    `${key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: what },
    { role: 'system', parent: above.event, turn: above.turn },
  );
  const summary = text(entry.json['summaryText']) ?? '';
  if (summary.trim() === '') return;
  context.emit(
    key,
    { is: 'prompt', text: summary, origin: 'compaction' },
    { native: entry.id, role: 'user', parent: above.event, turn: above.turn },
  );
  if (memory.lastStep !== undefined) links.push({ type: 'continued', session, from: memory.lastStep, to: key });
  memory.lastStep = key;
  context.moveTo(key, above.turn);
}
