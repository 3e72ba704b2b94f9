import type { Action } from '../steps/action.ts';
import type { FailedAction, FixTracker } from './fix-tracker.ts';
import { folderOf, isSameFile, nameOf } from '../steps/same-file.ts';
import { trackUntil } from './track-until.ts';

/**
 * Tracks a file that could not be read. It is over when it is read, or its replacement: a file of the same name
 * elsewhere, or one beside it.
 */
export function trackLook({ action: failed }: FailedAction): FixTracker {
  return trackUntil(failed, (action) => standsIn(failed, action));
}

function standsIn(failed: Action, action: Action): boolean {
  // What could not be opened may be a folder.
  if (action.lists.some((path) => failed.looks.some((each) => isSameFile(each, path)))) return true;
  return action.looks.some((path) =>
    failed.looks.some(
      (each) =>
        isSameFile(each, path) ||
        nameOf(each) === nameOf(path) ||
        (folderOf(each) !== '' && folderOf(each) === folderOf(path)),
    ),
  );
}
