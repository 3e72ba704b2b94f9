import type { DigestOutcome } from '../../../model/digest.ts';
import type { Event } from '../../../model/event.ts';
import { deliveryText } from '../deliveries.ts';
import { count, quoted } from './reason.ts';
import type { SessionEnd } from './session-end.ts';

/** Evidence for success, the strongest first: delivered, checked, answered. */
export function done(answer: Event, checked: DigestOutcome | undefined, end: SessionEnd): DigestOutcome {
  const { delivery, edit, edits, calls } = end.progress;
  if (delivery && delivery.seq > (edit?.seq ?? 0)) return delivered(delivery, end);
  if (checked) return checked;
  const after = edits > 0 ? `${count(edits, 'edit')}, not checked` : count(calls, 'call');
  return { what: 'success', reason: `Ended with an answer after ${after}.`, step: answer.id };
}

export function delivered(delivery: Event, { progress }: SessionEnd): DigestOutcome {
  const brought = progress.brought?.step === delivery.id ? progress.brought : undefined;
  return {
    what: 'success',
    reason: `The work was delivered: ${quoted(deliveryText(delivery, brought))}`,
    step: delivery.id,
  };
}

export function thanked(prompt: Event): DigestOutcome {
  return {
    what: 'success',
    reason: `The user's last message is positive: ${quoted(prompt.summary)}`,
    step: prompt.id,
  };
}
