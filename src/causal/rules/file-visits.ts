import type { Candidate } from '../candidates.ts';
import type { Past } from '../history/past.ts';
import { column } from '../signals.ts';
import { editsFile, nameOf, touches, type FileOf, type Target } from '../history/step.ts';
import { hashOf } from '../text/read-text.ts';

/** A call with more files is about all of them; the first few describe it. */
const maxFiles = 8;

/** How each candidate relates to the files of the call: looked at, changed, named, in the same folder. */
export function fileVisits(target: Target, past: Past, latestFirst: readonly Candidate[]): void {
  const files = target.files.slice(0, maxFiles);
  if (files.length === 0) return;
  const folders = new Set(files.map(({ folder }) => folder).filter((folder) => folder !== ''));
  const named = holdersOf(files, past.names);
  const visited = holdersOf(files, past.touched);
  let [looked, edited, namers] = [0, 0, 0];
  let firstNamer: Candidate | undefined;
  for (const candidate of latestFirst) {
    const { step, signals } = candidate;
    if (looked > 0) signals[column.visitLookedSince] = 1;
    if (edited > 0) signals[column.visitEditedSince] = 1;
    if (visited.has(step.index)) {
      if (files.some(({ path }) => editsFile(step, path))) {
        signals[column.visitEdited] = 1;
        if (edited++ === 0) signals[column.visitEditedLast] = 1;
      } else if (files.some(({ path }) => touches(step, path))) {
        signals[column.visitLooked] = 1;
        if (looked++ === 0) signals[column.visitLookedLast] = 1;
      }
    }
    for (const { folder } of step.files) if (folders.has(folder)) signals[column.visitFolder] = 1;
    const names = named.get(step.index);
    if (names === undefined) continue;
    signals[column.fileNamed] = names / files.length;
    if (namers++ === 0) signals[column.fileNamedLast] = 1;
    firstNamer = candidate;
  }
  if (firstNamer) firstNamer.signals[column.fileNamedFirst] = 1;
  if (looked + edited === 0) for (const { signals } of latestFirst) signals[column.visitFirst] = 1;
}

/** How many of the files each step holds, by name. */
function holdersOf(files: readonly FileOf[], postings: Past['names']): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const name of new Set(files.map(({ path }) => nameOf(path)))) {
    const { length, steps } = postings.of(hashOf(name));
    for (let at = 0; at < length; at++) counts.set(steps[at]!, (counts.get(steps[at]!) ?? 0) + 1);
  }
  return counts;
}
