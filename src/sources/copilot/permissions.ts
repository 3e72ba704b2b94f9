import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { CopilotContext } from './record-context.ts';

/** A refusal is kept for the result of its call; one by a person is an event of its own. A permission is no event. */
export function permissionCompleted(context: CopilotContext, data: JsonObject): void {
  const result = object(data['result']);
  const kind = text(result['kind']) ?? '';
  if (!kind.startsWith('denied')) return;
  const id = name(data['toolCallId']);
  const open = context.memory.calls.get(id ?? '');
  if (open) open.denied = true;
  if (kind !== 'denied-interactively-by-user') return;
  context.emitHere(
    { is: 'intervention', type: 'rejected', text: text(result['feedback']) ?? 'Denied by the user' },
    {
      role: 'user',
      ...(open && id !== undefined ? { parent: id } : {}),
      ...(open?.turn === undefined ? {} : { turn: open.turn }),
    },
  );
}
