import { hashOf } from '../read-text.ts';
import type { Rule } from '../rule.ts';
import { nameOf, touches, type Step } from '../step.ts';
import { isBefore } from './replaced-text.ts';

/** Only its last name was told: there may be others of that name. */
const byNameOnly = 0.6;
const mostNamings = 7;

/** Whoever goes to a file for the first time was told of it: by a listing, a search, another file, an error. */
export const namedFile: Rule = (target, past, propose) => {
  const isNew = !target.files.some(({ path }) => visited(path));
  for (const { path } of target.files) {
    let namings = 0;
    const name = hashOf(nameOf(path));
    const inFolder = folderAndName(path);
    const withFolder = new Set<number>();
    if (inFolder !== undefined) past.paths.each(hashOf(inFolder), (index) => withFolder.add(index));
    past.names.each(name, (index) => {
      const step = past.at(index);
      if (!step || step.isPrompt || namings >= mostNamings || !isBefore(step, target)) return;
      namings++;
      const sure = inFolder === undefined || withFolder.has(index) ? 1 : byNameOnly;
      const signal = namings === 1 ? (isNew ? 'namedFirst' : 'namedAgain') : isNew ? 'namedFirstEarlier' : 'namedAgainEarlier';
      propose(step, signal, sure, () => `names ${inFolder ?? nameOf(path)}`);
    });
  }

  function visited(path: string): boolean {
    let seen = false;
    past.touched.each(hashOf(nameOf(path)), (index) => {
      const step = past.at(index);
      seen ||= step !== undefined && isBefore(step, target) && touches(step, path);
    });
    return seen;
  }
};

export function folderAndName(path: string): string | undefined {
  const name = path.lastIndexOf('/');
  if (name <= 0) return undefined;
  const folder = path.lastIndexOf('/', name - 1);
  return path.slice(folder + 1);
}

/** Whether what a step showed names one of the files of another. */
export function namesFileOf(step: Step, files: readonly { readonly path: string }[], past: Parameters<Rule>[1]): string | undefined {
  for (const { path } of files) {
    let named = false;
    past.names.each(hashOf(nameOf(path)), (index) => (named ||= index === step.index));
    if (named) return nameOf(path);
  }
  return undefined;
}
