import { list, number, object, text } from '../../platform/parse-records.ts';
import type { DroidContext } from './record-context.ts';

/** A hook that succeeded, or gave a warning, is bookkeeping. Code 2 means that it blocked something. */
export function hookRan(context: DroidContext): void {
  const { key, entry, above, memory } = context;
  const { message } = entry;
  const stopped = list(message['hookResults'])
    .map(object)
    .find((result) => number(result['exitCode']) === 2);
  if (stopped === undefined) return;
  const event = text(message['hookEventName']) ?? 'hook';
  const words = (text(stopped['stderr']) || text(stopped['stdout']) || '').trim();
  const call = memory.calls.get(text(message['hookToolCallId']) ?? '');
  context.emit(
    key,
    { is: 'failure', type: 'hook', text: `${event} hook: ${words === '' ? 'stopped it' : words}` },
    { native: entry.id, role: 'system', parent: call?.key ?? above.event, turn: above.turn },
  );
}
