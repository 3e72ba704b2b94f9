import type { Action } from '../steps/action.ts';
import type { FailedAction, FixTracker } from './fix-tracker.ts';
import { folderOf, isSameFile, nameOf } from '../steps/same-file.ts';
import { trackUntil } from './track-until.ts';

/**
 * Tracks a file that could not be read. It is over when it is read, or its replacement: a file of the same name
 * elsewhere, or one beside it.
 */
export function trackLook({ action: failed, failureClass, errorText }: FailedAction): FixTracker {
  let steps = 0;
  return trackUntil(failed, (action) => {
    steps++;
    // What could not be opened may be a folder.
    if (isFolder.test(errorText) && action.lists.some((path) => failed.looks.some((each) => isSameFile(each, path))))
      return true;
    return standsIn(failed, action, failureClass === 'absent' && steps <= nearby);
  });
}

const isFolder = /EISDIR|is a directory|not a (?:regular )?file/i;
/** A file beside it that is read later than this is read for its own sake. */
const nearby = 6;

function standsIn(failed: Action, action: Action, mayMove: boolean): boolean {
  return [...action.looks, ...revisionsShown(action)].some((path) =>
    failed.looks.some(
      (each) =>
        isSameFile(each, path) ||
        (mayMove && (nameOf(each) === nameOf(path) || (folderOf(each) !== '' && folderOf(each) === folderOf(path)))),
    ),
  );
}

/** Files as they are in another revision: `git show HEAD~1:docs/plan.md`. */
function revisionsShown({ commands }: Action): readonly string[] {
  return commands
    .filter(({ verb }) => verb === 'show')
    .flatMap(({ words, paths }) => [...words, ...paths].flatMap((word) => /^[^:\s]+:([^:\s]+)$/.exec(word)?.[1] ?? []));
}
