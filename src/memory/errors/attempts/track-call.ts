import type { Action } from '../steps/action.ts';
import { isSameFile } from '../steps/same-file.ts';
import { isSameCommand } from '../steps/same-command.ts';
import { overlap } from '../steps/text-marks.ts';
import type { FailedAction, FixTracker } from './fix-tracker.ts';
import { trackUntil } from './track-until.ts';

/** Tracks a call that was wrong in itself, or was cancelled: it is over when a call like it succeeds. */
export function trackCall({ action: failed }: FailedAction): FixTracker {
  return trackUntil(failed, (action) => isAlike(failed, action));
}

/** Of the words of two calls. */
const alike = 0.5;

function isAlike(one: Action, other: Action): boolean {
  if (one.commands.length > 0)
    return one.commands.every((command) => other.commands.some((each) => isSameCommand(command, each)));
  if (one.sought.size > 0) return seeksSame(one, other);
  // Permissions, moves and deletions: of the same file.
  if (one.edits.length > 0)
    return one.edits.some(({ path }) => other.edits.some((each) => isSameFile(each.path, path)));
  if (one.lists.length > 0 && one.lists.some((path) => other.lists.some((each) => isSameFile(each, path)))) return true;
  if (one.tool !== other.tool || other.commands.length > 0 || one.asks !== other.asks) return false;
  return overlap(one.terms, other.terms) >= alike;
}

/** The same search may be made with another program, or by a script. */
function seeksSame({ sought }: Action, other: Action): boolean {
  const words = [...sought];
  return (
    words.some((word) => other.sought.has(word)) ||
    (other.commands.length > 0 && words.every((word) => other.terms.has(word)))
  );
}
