import type { Deed } from '../steps/deed.ts';
import type { Failed, Pursuit } from './pursuit.ts';
import { folderOf, isSameFile, nameOf } from '../steps/same-file.ts';
import { untilAlike } from './until-alike.ts';

/**
 * Something could not be shown. It is over when it is shown, or what stands in its place: same name elsewhere, or its
 * neighbour.
 */
export function pursueLook({ deed: failed }: Failed): Pursuit {
  return untilAlike((deed) => standsIn(failed, deed));
}

function standsIn(failed: Deed, deed: Deed): boolean {
  // What could not be opened may be a folder.
  if (deed.lists.some((path) => failed.looks.some((each) => isSameFile(each, path)))) return true;
  return deed.looks.some((path) =>
    failed.looks.some(
      (each) =>
        isSameFile(each, path) ||
        nameOf(each) === nameOf(path) ||
        (folderOf(each) !== '' && folderOf(each) === folderOf(path)),
    ),
  );
}
