import { name } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import type { DroidContext } from './record-context.ts';

/**
 * How a turn ended. `turnId` is the prompt's id. The record has no time and no id of its own; a completion is no event.
 */
export function turnOutcome(context: DroidContext): void {
  const { entry, key } = context;
  const turn = name(entry.json['turnId']);
  const reason = name(entry.json['reason']) ?? 'completed';
  const what = whatOf(reason);
  context.setFailed(what?.is === 'failure');
  if (what === undefined) return;
  context.emit(turn === undefined ? key : `${turn}:outcome`, what, {
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
