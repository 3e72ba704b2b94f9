import type { FailureCost } from '../../../ask/failure/cost.ts';
import type { FailureState } from '../../../ask/failure/state.ts';
import { plural } from '../../text/amount.ts';
import { span } from '../../text/when.ts';

/** How a failure ended and what it cost, in a few words. */
export function verdict(state: FailureState, cost: FailureCost): string {
  const spent = spentOn(cost);
  const failedAttempts = cost.attempts > 0 ? `, ${plural(cost.attempts, 'attempt')} without success` : '';
  switch (state) {
    case 'open':
      return `not fixed when the session ended${spent === '' ? '' : `, after ${spent} on it`}${failedAttempts}`;
    case 'unproven':
      return `${spent === '' ? 'changed' : `worked on for ${spent}`}, but never checked${failedAttempts}`;
    case 'solved':
      return `fixed after ${spent}${failedAttempts}`;
    case 'refused':
      return `denied by a person or a rule${failedAttempts}`;
    case 'dropped':
      return cost.attempts > 0 ? `given up${failedAttempts}` : 'not worked on again';
    case 'answer':
      return 'benign: the search found nothing';
  }
}

/** `14 calls and 3 min` */
function spentOn({ calls, minutes }: FailureCost): string {
  if (calls === 0) return '';
  return minutes === null || minutes === 0
    ? plural(calls, 'call')
    : `${plural(calls, 'call')} and ${span(minutes * 60_000)}`;
}
