import type { GeminiContext } from './record-context.ts';
import { idOf } from './record.ts';

/**
 * A person removed a message and everything after it from the conversation. It happened nevertheless; what comes next
 * follows what was before it.
 */
export function rewound(context: GeminiContext, target: unknown): boolean {
  const { memory } = context;
  const id = idOf(target);
  if (id === undefined) return false;
  context.emit(
    context.key,
    { is: 'intervention', type: 'rewind', text: `Rewound to before ${id}` },
    { role: 'user', parent: memory.above },
  );
  const place = memory.messages.get(id);
  forget(context);
  if (place?.above !== undefined) memory.above = place.above;
  if (place?.turn !== undefined) memory.turn = place.turn;
  return true;
}

function forget({ memory }: GeminiContext): void {
  delete memory.above;
  delete memory.turn;
  delete memory.response;
}
