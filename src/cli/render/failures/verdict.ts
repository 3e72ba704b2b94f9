import type { FailureCost } from '../../../ask/failure/cost.ts';
import type { FailureState } from '../../../ask/failure/state.ts';
import { plural } from '../../text/amount.ts';
import { span } from '../../text/when.ts';

/** How a failure ended and what it took, as one would say it. */
export function verdict(state: FailureState, cost: FailureCost): string {
  const spent = spentOn(cost);
  const inVain = cost.attempts > 0 ? `, ${plural(cost.attempts, 'attempt')} in vain` : '';
  switch (state) {
    case 'open':
      return `not solved when the session ended${spent === '' ? '' : `, after ${spent} on it`}${inVain}`;
    case 'unproven':
      return `${spent === '' ? 'changed' : `worked on for ${spent}`}, but nobody looked whether it helped${inVain}`;
    case 'solved':
      return `solved after ${spent}${inVain}`;
    case 'refused':
      return `a person or a rule said no, and it stayed so${inVain}`;
    case 'dropped':
      return cost.attempts > 0 ? `given up${inVain}` : 'nobody came back to it';
    case 'answer':
      return 'an answer rather than a failure: nothing was there to be found';
  }
}

/** `14 calls and 3 min` */
function spentOn({ calls, minutes }: FailureCost): string {
  if (calls === 0) return '';
  return minutes === null || minutes === 0
    ? plural(calls, 'call')
    : `${plural(calls, 'call')} and ${span(minutes * 60_000)}`;
}
