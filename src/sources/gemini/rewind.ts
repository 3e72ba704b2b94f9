import { emit } from './page.ts';
import type { Page } from './page.ts';
import { idOf } from './record.ts';

/**
 * A person took a message and everything after it out of the conversation. It happened all the same; what comes next
 * hangs on what was before it.
 */
export function rewound(page: Page, target: unknown): boolean {
  const { memory } = page;
  const id = idOf(target);
  if (id === undefined) return false;
  emit(
    page,
    page.key,
    { is: 'intervention', type: 'rewind', text: `Rewound to before ${id}` },
    { role: 'user', parent: memory.above },
  );
  const place = memory.messages.get(id);
  forget(page);
  if (place?.above !== undefined) memory.above = place.above;
  if (place?.turn !== undefined) memory.turn = place.turn;
  return true;
}

function forget({ memory }: Page): void {
  delete memory.above;
  delete memory.turn;
  delete memory.response;
}
