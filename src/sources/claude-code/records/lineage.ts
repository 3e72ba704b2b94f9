import { name } from '../../../platform/parse-records.ts';
import type { Chain } from './memory.ts';
import type { ClaudeContext } from './record-context.ts';

/**
 * The key of the event a record is a child of. `parentUuid` is the previous record of any kind, so it is followed
 * through records that are no events. Some versions name parents they never wrote; then it is the previous event.
 */
export function parentOf({ memory, record }: ClaudeContext, chain: Chain): string | undefined {
  if (record['parentUuid'] === undefined) return chain.last;
  const above = name(record['parentUuid']);
  if (above === undefined) return undefined;
  const event = memory.skipped.get(above) ?? memory.skippedRuns.get(above);
  if (event !== undefined) return event === '' ? undefined : event;
  // Only a person goes far back, by rewinding or by continuing another file; all others answer what was just written.
  if (memory.events.has(above) || record['type'] === 'user') return above;
  return chain.last ?? above;
}

/** Remembers a record that is no event, so that its children find the event above it. */
export function skip(context: ClaudeContext, chain: Chain): void {
  const { memory, record, native } = context;
  if (native === undefined) return;
  const isOfRun = record['type'] === 'progress' || record['type'] === 'attachment';
  (isOfRun ? memory.skippedRuns : memory.skipped).set(native, parentOf(context, chain) ?? '');
}
