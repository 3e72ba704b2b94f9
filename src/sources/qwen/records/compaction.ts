import { list, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { QwenContext } from './record-context.ts';
import { partsOf, readable } from './record.ts';

/**
 * The context was replaced; the old records stay and the chain continues. A summary is a prompt that continues the last
 * step before it; without one (old outputs were only cut) the session continues in the next step.
 */
export function compressed(context: QwenContext, payload: JsonObject): void {
  const { memory } = context;
  const { originalTokenCount: before, newTokenCount: after } = object(payload['info']);
  const text =
    typeof before === 'number' && typeof after === 'number'
      ? `Context compacted from ${before} to ${after} tokens`
      : 'Context compacted';
  context.emit(
    `${context.key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text },
    { role: 'system', parent: context.above },
  );

  if (memory.lastStep !== undefined) memory.compactedAt = memory.lastStep;
  const summary = summaryOf(list(payload['compressedHistory']));
  if (summary === undefined) return;
  context.emit(
    context.key,
    { is: 'prompt', text: summary, origin: 'compaction' },
    { native: context.key, role: 'user', parent: context.above },
  );
  context.step(context.key);
  context.leads = context.key;
}

/** The new history begins with the summary, marked as one or acknowledged in the model's name. */
function summaryOf(history: readonly unknown[]): string | undefined {
  const [first, second] = history.slice(0, 2).map((message) => readable(partsOf({ message })));
  if (first === undefined || first.trim() === '') return undefined;
  return first.includes('<state_snapshot>') || second?.startsWith('Got it. Thanks for the additional context')
    ? first
    : undefined;
}
