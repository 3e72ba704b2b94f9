import { list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { prompt } from './messages.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import { passthrough } from './record.ts';
import { promptOf } from './turns.ts';

/**
 * The context was replaced by a summary; the old lines stay in the file. The summary is a prompt that the last step
 * before it goes on in. A compaction made by the service is encrypted: then the session goes on in the next step
 * there is.
 */
export function compacted(page: Page, payload: JsonObject): void {
  const { memory } = page;
  const turn = promptOf(memory, undefined);
  const window = name(payload['window_id']);
  emit(
    page,
    window ? `${window}:compaction` : `${page.line}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: 'Context compacted' },
    { role: 'system', parent: turn, turn },
  );

  if (memory.lastStep !== undefined) memory.compactedAt = memory.lastStep;
  const summary = text(payload['message']) ?? '';
  if (summary.trim() === '') return;
  const last = object(list(payload['replacement_history']).at(-1));
  prompt(page, name(last['id']) ?? page.line, summary, 'compaction', passthrough(last).turn, false);
}
