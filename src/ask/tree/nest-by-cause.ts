import type { EventId } from '../../model/ids.ts';
import type { Cause } from '../walk/step.ts';

/**
 * The step each step is shown below: the first of its causes that is among them. Recorders may name a later step, or
 * each other in a circle; what would end up below itself goes to its next cause, or to the top.
 */
export function nestByCause(
  steps: readonly { readonly id: EventId; readonly causes: readonly Pick<Cause, 'step'>[] }[],
): ReadonlyMap<EventId, EventId> {
  const positions = new Map(steps.map(({ id }, position) => [id, position]));
  const under = new Map<EventId, EventId>();
  // A circle needs a step that is below a later one; sessions have few of them, most have none.
  let hasLaterCause = false;
  for (const [position, { id, causes }] of steps.entries()) {
    for (const { step: cause } of causes) {
      const at = positions.get(cause);
      if (at === undefined || at === position) continue;
      if ((hasLaterCause || at > position) && isBelow(cause, id)) continue;
      hasLaterCause ||= at > position;
      under.set(id, cause);
      break;
    }
  }
  return under;

  function isBelow(step: EventId, above: EventId): boolean {
    for (let at: EventId | undefined = step; at !== undefined; at = under.get(at)) if (at === above) return true;
    return false;
  }
}
