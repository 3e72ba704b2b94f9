import { name, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { CursorContext } from './memory.ts';

/** How a turn ended; a transcript has this only of the last one. */
export function turnEnded(context: CursorContext, { status, error }: JsonObject): void {
  const { key } = context;
  const parent = context.turn;
  if (status === 'error') {
    const words = text(error) ?? 'The turn failed';
    context.emit(key, { is: 'failure', type: 'api_error', text: words }, { native: key, role: 'system', parent });
    context.setFailed(true);
  } else if (status === 'aborted') {
    const words = name(error) ?? 'The turn was aborted';
    context.emit(key, { is: 'intervention', type: 'interrupt', text: words }, { native: key, role: 'user', parent });
  }
}
