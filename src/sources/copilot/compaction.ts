import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { CopilotContext } from './record-context.ts';
import { tokensOf } from './usage.ts';

/**
 * Old messages were replaced by a summary, often while the turn continues. The summary is a prompt that continues the
 * last step before it. The requests that wrote it are in no other usage record.
 */
export function compacted(context: CopilotContext, data: JsonObject): void {
  const usage = object(data['compactionTokensUsed']);
  const used = { tokens: tokensOf(usage), model: name(usage['model']) };
  if (data['success'] === false) {
    context.emitHere({ is: 'failure', type: 'compaction', text: text(data['error']) ?? 'Compaction failed' }, used);
    return;
  }
  const trigger = name(data['trigger']);
  context.emitHere(
    { is: 'lifecycle', type: 'compaction', text: `Context compacted${trigger === undefined ? '' : ` (${trigger})`}` },
    used,
  );

  const summary = text(data['summaryContent']) ?? '';
  if (summary.trim() === '') return;
  const { memory } = context;
  const key = `${context.key}:summary`;
  const last = memory.steps.get(context.agent);
  context.emit(
    key,
    { is: 'prompt', origin: 'compaction', text: summary },
    { native: context.key, role: 'user', parent: context.key, turn: memory.turns.get(context.agent) },
  );
  if (last !== undefined) context.links.push({ type: 'continued', session: context.session, from: last, to: key });
  context.step(key);
}
