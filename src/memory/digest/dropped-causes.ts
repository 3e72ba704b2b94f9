import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';

/** Who has found the cause of a failure repairs it or answers; a cause is dropped when the agent goes on looking. */
export class DroppedCauses {
  #message: EventId | undefined;
  #calls = 0;

  /** Takes a message that names a cause. */
  named(message: EventId): void {
    this.#message = message;
    this.#calls = 0;
  }

  /** Takes any other event, and returns the message whose cause is dropped with it. */
  add({ kind, act, failed, marks }: Event): EventId | undefined {
    const isRepair = !failed && (act === 'edit' || marks.some((mark) => mark.startsWith('edit ')));
    if (kind === 'user_msg' || isRepair) this.#message = undefined;
    if (this.#message === undefined || !calls.has(kind) || ++this.#calls < callsToLook) return undefined;
    const message = this.#message;
    this.#message = undefined;
    return message;
  }
}

const callsToLook = 6;
const calls: ReadonlySet<string> = new Set(['tool_call', 'test_run', 'edit', 'retry']);
