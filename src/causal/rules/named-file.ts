import { hashOf } from '../text/read-text.ts';
import type { Path } from '../history/paths.ts';
import type { Rule } from '../rule.ts';
import { isBefore, nameOf, touches, type Step } from '../history/step.ts';

/** Only its last name was shown: there may be others of that name. */
const byNameOnly = 0.6;
const maxNamings = 7;

/** The first call on a file depends on the step that named it: a listing, a search, another file, an error. */
export const namedFile: Rule = (target, past, propose) => {
  const isNew = !target.files.some(visited);
  for (const { path, nameHash } of target.files) {
    let namings = 0;
    const inFolder = folderAndName(path);
    const withFolder = inFolder === undefined ? undefined : past.paths.of(hashOf(inFolder));
    const { length, steps } = past.names.of(nameHash);
    for (let at = 0; at < length && namings < maxNamings; at++) {
      const step = past.at(steps[at]!);
      if (!step || step.isPrompt || !isBefore(step, target)) continue;
      namings++;
      const strength = withFolder === undefined || withFolder.includes(step.index) ? 1 : byNameOnly;
      const signal =
        namings === 1 ? (isNew ? 'namedFirst' : 'namedAgain') : isNew ? 'namedFirstEarlier' : 'namedAgainEarlier';
      propose(
        step,
        signal,
        strength,
        () => `output names the file "${strength === 1 && inFolder !== undefined ? inFolder : nameOf(path)}"`,
      );
    }
  }

  function visited({ path, nameHash }: Path): boolean {
    const { length, steps } = past.touched.of(nameHash);
    for (let at = 0; at < length; at++) {
      const step = past.at(steps[at]!);
      if (step && isBefore(step, target) && touches(step, path)) return true;
    }
    return false;
  }
};

export function folderAndName(path: string): string | undefined {
  const name = path.lastIndexOf('/');
  if (name <= 0) return undefined;
  const folder = path.lastIndexOf('/', name - 1);
  return path.slice(folder + 1);
}

/** Whether what a step showed names one of the files of another. */
export function namesFileOf(step: Step, files: readonly Path[], past: Parameters<Rule>[1]): string | undefined {
  const file = files.find(({ nameHash }) => past.names.of(nameHash).includes(step.index));
  return file && nameOf(file.path);
}
