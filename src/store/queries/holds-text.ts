import type { Conditions } from './conditions.ts';

/** How a store asks whether a text, its Latin capitals made small, holds another: SQL with one `?`. */
export type Holds = (text: string) => string;

/** What people know a session by. */
const shown = ['coalesce(s.custom_title, s.title, s.first_words)', 's.repo', 's.branch', 's.uid', 's.model']
  .map((column) => `coalesce(${column}, '')`)
  .join(` || '\n' || `);

/** Every word of the text stands somewhere in what people know a session by, in capitals or not. */
export function addText(conditions: Conditions, text: string, holds: Holds): void {
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    const [first, ...others] = variants(word);
    conditions.add(`(${[first, ...others].map(() => holds(shown)).join(' or ')})`, first, ...others);
  }
}

/** SQLite makes only Latin letters small; of the others the usual spellings are tried. */
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
