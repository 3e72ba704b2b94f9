import { object, text } from '../../platform/parse-records.ts';
import type { HookContext } from './record-context.ts';
import type { HookCall, HookEvent } from '../agent/hook-event.ts';

/** The person is asked: reported by the request, and by a notification that follows it and adds nothing. */
export function permission(
  context: HookContext,
  { call, text: words }: Extract<HookEvent, { is: 'permission' }>,
): void {
  const { memory, session } = context;
  if (call === undefined && [...memory.open.values()].some((open) => open.session === session && open.asked)) return;
  const key = call && context.keyOf(call);
  const open = key === undefined ? undefined : memory.open.get(key);
  if (open) open.asked = true;
  context.emitAbout(
    {
      is: 'decision',
      type: 'permission_asked',
      text: words || `Permission asked: ${call ? wordsOf(call) : 'something'}`,
    },
    call,
  );
}

function wordsOf({ tool, input }: HookCall): string {
  const fields = { ...object(object(input)['metadata']), ...object(input) };
  const main = text(fields['command']) ?? text(fields['file_path']) ?? text(fields['path']) ?? text(fields['url']);
  return `${tool} ${main ?? JSON.stringify(input ?? {})}`.slice(0, 300);
}
