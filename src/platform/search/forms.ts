/**
 * The forms of an English word that people mean when they type one of them: `fix`, `fixes`, `fixed`, `fixing`. They are
 * looked up instead of indexing stems, which would be one more word in every event.
 */
export function formsOf(word: string): readonly string[] {
  if (!isEnglish.test(word)) return [word];
  const stem = stemOf(word);
  const root = stem.endsWith('i') ? stem.slice(0, -1) : stem;
  const doubled = doubling.test(stem) ? [`${stem}${stem.at(-1)}ed`, `${stem}${stem.at(-1)}ing`] : [];
  const made = [...(root === stem ? endings : endingsOfY).map((ending) => root + ending), ...doubled];
  return [word, ...new Set(made.filter((form) => form !== word && stemOf(form) === stem))];
}

/** A light stem: plurals, `-ed`, `-ing`, `-ion` and `-ment` go, so that few words share one that should not. */
export function stemOf(word: string): string {
  let stem = singular(word);
  if (stem.endsWith('ing') && stem.length > 5) stem = undoubled(stem.slice(0, -3));
  else if (stem.endsWith('ied') && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith('ed') && stem.length > 4) stem = undoubled(stem.slice(0, -2));
  else if (stem.endsWith('ion') && stem.length > 7) stem = stem.slice(0, -3);
  else if (stem.endsWith('ment') && stem.length > 7) stem = stem.slice(0, -4);
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1);
  return stem.length > 3 && stem.endsWith('y') ? `${stem.slice(0, -1)}i` : stem;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:sh|ch|x|z|s)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

function undoubled(word: string): string {
  return /([bdfgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}

const isEnglish = /^[a-z]{3,20}$/;
const doubling = /[aeiou][bdfgmnprt]$/;
const endings = ['', 'e', 's', 'es', 'ed', 'ing', 'ion', 'ions', 'ment', 'ments'];
const endingsOfY = ['y', 'ies', 'ied', 'ying', 'ys', 'yed', 'yment', 'yments'];
