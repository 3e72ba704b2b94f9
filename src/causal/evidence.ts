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
 * The most informative words, by name. Not numbers, and not what may be part of a key: long, with digits among the
 * letters.
 */
export function listed<Word>(
  words: readonly Word[],
  weightOf: (word: Word) => number,
  nameOf: (word: Word) => string,
): string {
  const shown = new Set<string>();
  for (const word of words.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    const name = nameOf(word);
    if (/^[^\d]/.test(name) && (name.length < 16 || !/\d/.test(name)) && shown.add(name).size === 3) break;
  }
  return shown.size === 0 ? 'some of its words' : [...shown].join(', ');
}

/** The files it changed, the first two by name. */
export function changedNames(step: Step): string {
  const names = [...new Set(step.files.filter(({ does }) => does === 'edit').map(({ path }) => nameOf(path)))];
  return names.length === 0 ? 'files' : names.slice(0, 2).join(', ') + (names.length > 2 ? ' …' : '');
}
