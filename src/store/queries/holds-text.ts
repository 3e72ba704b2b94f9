import { titleText } from '../rows/title-ranks.ts';
import type { Conditions } from './conditions.ts';

/** SQL with one `?` that checks whether a text, with its Latin letters in lower case, contains another. */
export type Holds = (text: string) => string;

/** The visible fields of a session. */
const shown = [titleText, 's.repo', 's.branch', 's.uid', 's.model']
  .map((column) => `coalesce(${column}, '')`)
  .join(` || '\n' || `);

/** Every word of the text occurs somewhere in the visible fields of a session, ignoring case. */
export function addText(conditions: Conditions, text: string, holds: Holds): void {
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    const [first, ...others] = variants(word);
    conditions.add(`(${[first, ...others].map(() => holds(shown)).join(' or ')})`, first, ...others);
  }
}

/** SQLite lower-cases only Latin letters; for others the common variants are tried. */
function variants(word: string): readonly string[] {
  const small = word.toLowerCase();
  const capital = small.charAt(0).toUpperCase() + small.slice(1);
  return [
    ...new Set(
      [word, small, capital, word.toUpperCase()].map((variant) =>
        variant.replaceAll(/[A-Z]+/g, (latin) => latin.toLowerCase()),
      ),
    ),
  ];
}
