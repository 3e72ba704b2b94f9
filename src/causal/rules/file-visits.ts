import type { Candidate } from '../candidates.ts';
import type { Past } from '../history/past.ts';
import { StepSums } from '../history/step-sums.ts';
import { column } from '../signals.ts';
import { editsFile, touches, type FileOf, type Target } from '../history/step.ts';

/** A call with more files is about all of them; the first few describe it. */
const maxFiles = 8;

/** How each candidate relates to the files of the call: looked at, changed, named, in the same folder. */
export function fileVisits(target: Target, past: Past, latestFirst: readonly Candidate[]): void {
  const files = target.files.length > maxFiles ? target.files.slice(0, maxFiles) : target.files;
  if (files.length === 0) return;
  count(files, past, past.names, namings);
  count(files, past, past.touched, visits);
  let [looked, edited, namers] = [0, 0, 0];
  let firstNamer: Candidate | undefined;
  for (const candidate of latestFirst) {
    const { step, signals } = candidate;
    if (looked > 0) signals.set(column.visitLookedSince, 1);
    if (edited > 0) signals.set(column.visitEditedSince, 1);
    if (visits.of(step.index) > 0) {
      if (files.some(({ path }) => editsFile(step, path))) {
        signals.set(column.visitEdited, 1);
        if (edited++ === 0) signals.set(column.visitEditedLast, 1);
      } else if (files.some(({ path }) => touches(step, path))) {
        signals.set(column.visitLooked, 1);
        if (looked++ === 0) signals.set(column.visitLookedLast, 1);
      }
    }
    if (shareFolder(step.files, files)) signals.set(column.visitFolder, 1);
    const named = namings.of(step.index);
    if (named === 0) continue;
    signals.set(column.fileNamed, named / files.length);
    if (namers++ === 0) signals.set(column.fileNamedLast, 1);
    firstNamer = candidate;
  }
  if (firstNamer) firstNamer.signals.set(column.fileNamedFirst, 1);
}

const namings = new StepSums();
const visits = new StepSums();

/** How many of the files each step holds, by name. */
function count(files: readonly FileOf[], past: Past, postings: Past['names'], counts: StepSums): void {
  counts.clear();
  for (const [at, { nameHash }] of files.entries()) {
    if (files.findIndex((each) => each.nameHash === nameHash) < at) continue;
    const { length, steps } = postings.of(nameHash);
    for (let held = 0; held < length; held++) if (past.at(steps[held]!)) counts.add(steps[held]!, 1);
  }
}

/** Not the session's own folder, where anything may be. */
function shareFolder(some: readonly FileOf[], others: readonly FileOf[]): boolean {
  for (const { folder } of some)
    if (folder !== '') for (const other of others) if (other.folder === folder) return true;
  return false;
}
