import type { GeminiContext } from './record-context.ts';
import { idOf } from './record.ts';

/**
 * A person took a message and everything after it out of the conversation. It happened all the same; what comes next
 * hangs on what was before it.
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
