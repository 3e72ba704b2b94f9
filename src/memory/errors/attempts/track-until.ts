import type { Action } from '../steps/action.ts';
import { isSameCall } from '../steps/same-call.ts';
import type { FixTracker } from './fix-tracker.ts';

/** Over as soon as a matching action succeeds; matching actions that fail are attempts. */
export function trackUntil(failed: Action, isAlike: (action: Action) => boolean): FixTracker {
  const attempts: string[] = [];
  let proof: FixTracker['proof'] = null;
  let how: FixTracker['how'] = null;
  return {
    get over() {
      return proof !== null;
    },
    attempts,
    get fix() {
      return proof === null ? [] : [proof.key];
    },
    get how() {
      return how;
    },
    get proof() {
      return proof;
    },
    follow(action) {
      if (!isAlike(action)) return;
      if (action.ended !== 'ok') attempts.push(action.key);
      else if (proof === null) {
        proof = { key: action.key, at: action.at };
        how = isSameCall(failed, action) ? 'retry' : 'call';
      }
    },
  };
}
