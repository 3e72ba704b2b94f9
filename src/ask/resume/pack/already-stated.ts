import { termsOf } from './topics.ts';

/** Whether a text that somebody has read says what a line says: most of its terms stand close together there. */
export function alreadyStated(text: string): (line: string) => boolean {
  const lines = text
    .split('\n')
    .map((line) => termsOf(line))
    .filter(({ size }) => size > 0);
  const places = lines.map((own, at) =>
    own.union(lines[at + 1] ?? new Set<string>()).union(lines[at + 2] ?? new Set<string>()),
  );
  const all = termsOf(text);
  return (line) => {
    const terms = [...termsOf(line.replace(time, ''))];
    // Where much of it is new, no place says it.
    if (terms.length === 0) return true;
    if (shareOf(terms, all) < enoughAnywhere) return false;
    return shareOf(terms, all) > sureAnywhere || places.some((place) => shareOf(terms, place) >= enoughTogether);
  };
}

/** When it was said: no part of what is said. */
const time = /^\d\d:\d\d (?:earlier: )?/;
const enoughAnywhere = 0.6;
const enoughTogether = 0.6;
const sureAnywhere = 0.9;

function shareOf(terms: readonly string[], among: ReadonlySet<string>): number {
  return terms.filter((term) => among.has(term)).length / terms.length;
}
