import { actionOf, type Action } from '../steps/action.ts';
import type { FinishedCall } from '../steps/finished-call.ts';
import type { FixTracker } from './fix-tracker.ts';
import { trackUntil } from './track-until.ts';

/**
 * Tracks a failure outside any call. A service that failed works again when the next call succeeds; what a program
 * reports about a call of its own is over when that tool succeeds. Of others nothing is known.
 */
export function trackOutside(call: FinishedCall, past: readonly Action[]): FixTracker | null {
  if (isService.test(call.tool)) return untilAnySucceeds();
  const cause = call.about ? actionOf(call.about) : past.findLast(({ key }) => call.causes?.includes(key));
  return cause ? trackUntil(cause, ({ tool }) => tool === cause.tool) : null;
}

/** Types that agents and programs give to failures of the model's service. */
const isService = /api|overload|rate.?limit|usage.?limit|quota|stream|network/i;

function untilAnySucceeds(): FixTracker {
  let proof: FixTracker['proof'] = null;
  return {
    get over() {
      return proof !== null;
    },
    attempts: [],
    // It went away by itself: whatever succeeded next did not repair it.
    fix: [],
    how: null,
    get proof() {
      return proof;
    },
    follow({ key, at, ended }) {
      if (ended === 'ok') proof ??= { key, at };
    },
  };
}
