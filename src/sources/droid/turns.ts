import { name } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import { emit, patch } from './page.ts';
import type { Page } from './page.ts';

/**
 * How a turn ended. `turnId` is the prompt's id. The record has no time and no id of its own; that it was completed
 * is nothing new.
 */
export function turnOutcome(page: Page): void {
  const { entry, memory, key } = page;
  const turn = name(entry.json['turnId']);
  const reason = name(entry.json['reason']) ?? 'completed';
  const what = whatOf(reason);
  const failed = what?.is === 'failure';
  if (failed !== (memory.failed ?? false)) {
    if (failed) memory.failed = true;
    else delete memory.failed;
    patch(page, { outcome: failed ? 'fail' : 'unknown' });
  }
  if (what === undefined) return;
  emit(page, turn === undefined ? key : `${turn}:outcome`, what, {
    role: what.is === 'intervention' ? 'user' : 'system',
    parent: turn,
    turn,
  });
}

function whatOf(reason: string): What | undefined {
  const text = `Turn ended: ${reason}`;
  switch (reason) {
    case 'completed':
      return undefined;
    case 'cancelled':
      return { is: 'intervention', type: 'interrupt', text };
    case 'permission_rejected':
      return { is: 'intervention', type: 'rejected', text };
    case 'error':
    case 'process_exit':
      return { is: 'failure', type: 'turn', text };
    default:
      return { is: 'lifecycle', type: 'turn', text };
  }
}
