import type { Rule } from '../rule.ts';
import { isBefore, editsFile, nameOf, sameFile, type Step, type Stretch } from '../history/step.ts';

/** Lines this far apart are one stretch: people and agents read on with some overlap, or skip a little. */
const nearby = 30;

/** A call about a file goes back to the last look at it and the last change of it. */
export const sameFileRule: Rule = (target, past, propose) => {
  const seen = new Set<Step>();
  let looked = false;
  let edited = false;
  for (const { path, nameHash } of target.files) {
    const { length, steps } = past.touched.of(nameHash);
    for (let at = 0; at < length; at++) {
      const step = past.at(steps[at]!);
      if (!step || seen.has(step) || !isBefore(step, target)) continue;
      const file = step.files.find((each) => sameFile(each.path, path));
      if (!file) continue;
      seen.add(step);
      if (editsFile(step, path)) {
        if (!edited) propose(step, 'fileEdited', 1, () => `the last change of ${nameOf(path)}`);
        edited = true;
      } else if (file.does === 'look') {
        if (!looked) propose(step, 'fileLooked', 1, () => `the last read of ${nameOf(path)}`);
        looked = true;
      }
    }
  }
  if (target.group === 'look') for (const { path } of target.files) lookedBeforeEdits(path);

  for (const stretch of target.stretches) {
    if (stretch.from === undefined) continue;
    for (const step of seen)
      for (const other of step.stretches) if (sameFile(other.path, stretch.path)) compare(step, stretch.from, other);
  }

  /** Looking again after a change is about the change, not about the look before it. */
  function lookedBeforeEdits(path: string): void {
    let changes = 0;
    for (const step of seen) {
      if (editsFile(step, path) && !step.failed) changes++;
      else if (step.files.some((file) => file.does === 'look' && sameFile(file.path, path))) {
        if (changes > 0) propose(step, 'fileLookedBeforeEdits', 1);
        return;
      }
    }
  }

  function compare(step: Step, from: number, other: Stretch): void {
    const end = other.to ?? Number.POSITIVE_INFINITY;
    if (other.from !== undefined && Math.abs(from - end - 1) <= nearby)
      propose(step, 'fileGoesOn', 1, () => `read up to line ${end}, where it goes on`);
    else if ((other.from ?? 0) <= from && end >= from)
      propose(step, 'fileWithin', 1, () => `read line ${from} before it did`);
  }
};
