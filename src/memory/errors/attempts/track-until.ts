import type { Action } from '../steps/action.ts';
import type { FixTracker } from './fix-tracker.ts';

/** Over as soon as a matching action succeeds; matching actions that fail are attempts. */
export function trackUntil(isAlike: (action: Action) => boolean): FixTracker {
  const attempts: string[] = [];
  let proof: FixTracker['proof'] = null;
  return {
    get over() {
      return proof !== null;
    },
    attempts,
    get fix() {
      return proof === null ? [] : [proof.key];
    },
    get proof() {
      return proof;
    },
    follow(action) {
      if (!isAlike(action)) return;
      if (action.ended === 'ok') proof ??= { key: action.key, at: action.at };
      else attempts.push(action.key);
    },
  };
}
