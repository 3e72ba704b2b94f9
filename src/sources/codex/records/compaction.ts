import { list, name, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { prompt } from './messages.ts';
import type { CodexContext } from './memory.ts';
import { passthrough } from './record.ts';
import { promptOf } from './turns.ts';

/**
 * The context was replaced by a summary; the old lines stay in the file. The summary is a prompt that continues the
 * last step before it. A compaction by the service is encrypted: then the session continues in the next step.
 */
export function compacted(context: CodexContext, payload: JsonObject): void {
  const { memory } = context;
  const turn = promptOf(memory, undefined);
  const window = name(payload['window_id']);
  context.emit(
    window ? `${window}:compaction` : `${context.key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: 'Context compacted' },
    { role: 'system', parent: turn, turn },
  );

  if (memory.lastStep !== undefined) memory.compactedAt = memory.lastStep;
  const summary = text(payload['message']) ?? '';
  if (summary.trim() === '') return;
  const last = object(list(payload['replacement_history']).at(-1));
  prompt(context, name(last['id']) ?? context.key, summary, 'compaction', passthrough(last).turn, false);
}
