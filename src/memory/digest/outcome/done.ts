import type { DigestOutcome } from '../../../model/digest.ts';
import type { Event } from '../../../model/event.ts';
import { deliveryOf, subjectOf } from '../deliveries.ts';
import { count, quoted } from './reason.ts';
import type { SessionEnd } from './session-end.ts';

/** A success, with a reason short enough to be followed by what is left. */
export interface Done extends DigestOutcome {
  readonly brief: string;
}

/** Evidence for success, the strongest first: delivered, checked, answered. */
export function done(answer: Event, checked: DigestOutcome | undefined, end: SessionEnd): Done {
  const { delivery, edit, edits, calls } = end.progress;
  if (delivery && delivery.seq > (edit?.seq ?? 0)) return delivered(delivery, end);
  if (checked) return { ...checked, brief: 'The last check passed' };
  const brief = edits > 0 ? `It answered after ${count(edits, 'edit')}` : `It answered after ${count(calls, 'call')}`;
  return { what: 'success', reason: edits > 0 ? `${brief}; nothing was checked` : brief, brief, step: answer.id };
}

export function delivered(delivery: Event, { progress }: SessionEnd): Done {
  const brief = `The work was ${deliveryOf(delivery.marks).past}`;
  const brought = progress.brought?.step === delivery.id ? progress.brought : undefined;
  const subject = brought && subjectOf(brought);
  const reason = subject === undefined ? brief : `${brief}: ${quoted(subject, 12)}`;
  return { what: 'success', reason, brief, step: delivery.id };
}

export function thanked(prompt: Event): DigestOutcome {
  return {
    what: 'success',
    reason: `The user's last message is content: "${quoted(prompt.summary)}"`,
    step: prompt.id,
  };
}
