import { nameOf, type Step } from './history/step.ts';

/** Longer texts are cut: evidence is to be recognised, not read. */
const longest = 60;

/** A line, shortened between words: half a secret would not be recognised, and would be shown. */
export function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return `"${line}"`;
  const end = line.lastIndexOf(' ', longest - 1);
  return end <= 0 ? 'a long line' : `"${line.slice(0, end)} …"`;
}

/** "the 4 lines", "3 of 4 lines". */
export function lineShare(hit: number, of: number): string {
  if (hit >= of) return of === 1 ? 'the line' : `the ${of} lines`;
  return `${hit} of ${of} lines`;
}

/**
 * The most informative words, quoted. Not numbers, and not what may be part of a key: long, with digits among the
 * letters.
 */
export function listed<Word>(
  words: readonly Word[],
  weightOf: (word: Word) => number,
  nameOf: (word: Word) => string,
): string {
  const shown: string[] = [];
  const left = words.slice();
  // Three are shown: taking the best of what is left a few times is less work than sorting.
  for (let tries = 0; tries < maxTries && left.length > 0 && shown.length < 3; tries++) {
    let best = 0;
    for (let at = 1; at < left.length; at++) if (weightOf(left[at]!) > weightOf(left[best]!)) best = at;
    const name = nameOf(left.splice(best, 1)[0]!);
    if (/^[^\d]/.test(name) && (name.length < 16 || !/\d/.test(name)) && !shown.includes(name)) shown.push(name);
  }
  return shown.length === 0 ? 'some of its words' : shown.map((name) => `"${name}"`).join(', ');
}

/** Where so many of the most informative words cannot be shown, none is. */
const maxTries = 30;

/** The files it changed, the first two by name. */
export function changedNames(step: Step): string {
  const names = [...new Set(step.files.filter(({ does }) => does === 'edit').map(({ path }) => nameOf(path)))];
  return names.length === 0 ? 'files' : names.slice(0, 2).join(', ') + (names.length > 2 ? ' …' : '');
}
