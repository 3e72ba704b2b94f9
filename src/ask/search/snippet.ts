const long = 200;
const before = 60;

/** Whether any of the words is in the text. */
export function matches(text: string, words: readonly string[]): boolean {
  return placesOf(text, words).length > 0;
}

/** At most 200 characters of the text, in one line: where most of the words are. */
export function around(text: string, words: readonly string[]): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= long) return flat;
  const at = densest(placesOf(flat, words));
  const from = at <= before ? 0 : wordStart(flat, at - before);
  const cut = flat.slice(from, from + long).toWellFormed();
  return `${from > 0 ? '…' : ''}${cut}${from + long < flat.length ? '…' : ''}`;
}

interface Found {
  readonly at: number;
  readonly word: string;
}

/** In order. Of a word that is often in the text the first few hundred count. */
function placesOf(text: string, words: readonly string[]): readonly Found[] {
  const low = text.toLowerCase();
  const found: Found[] = [];
  for (const word of new Set(words.map((each) => each.toLowerCase()))) {
    let left = 300;
    for (let at = low.indexOf(word); at >= 0 && left > 0; at = low.indexOf(word, at + word.length)) {
      // `fix` in `prefix` is none; in scripts without spaces any place is one.
      if (!isLatin.test(word) || !isLetter.test(low[at - 1] ?? '') || isInName(text, at)) {
        found.push({ at, word });
        left -= 1;
      }
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

function densest(found: readonly Found[]): number {
  let best = { at: found[0]?.at ?? 0, words: 0 };
  for (const [first, { at }] of found.entries()) {
    const words = new Set<string>();
    for (let next = first; next < found.length && found[next]!.at < at + long - before; next++)
      words.add(found[next]!.word);
    if (words.size > best.words) best = { at, words: words.size };
  }
  return best.at;
}

/** `File` in `readFile`. Where lower case changes the length of a text, places differ and it is no match. */
function isInName(text: string, at: number): boolean {
  return /[A-Z]/.test(text[at] ?? '') && /[a-z0-9]/.test(text[at - 1] ?? '');
}

const isLatin = /^[\p{Script=Latin}\p{N}]/u;
const isLetter = /[\p{L}\p{N}]/u;

function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space >= 0 && space < at + 20 ? space + 1 : at;
}
