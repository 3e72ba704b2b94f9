/**
 * The words of a name as developers join them: `readFile`, `HTTPServer`, `max_age`. Lower case; one word alone where it
 * is none.
 */
export function partsOfName(name: string): readonly string[] {
  const parts: string[] = [];
  const low = name.toLowerCase();
  let start = 0;
  for (let at = 1; at <= name.length; at++) {
    if (at < name.length && !beginsPart(name, at)) continue;
    if (name.charCodeAt(start) === 95) start += 1;
    if (start < at) parts.push(low.slice(start, at));
    start = at;
  }
  return parts;
}

/** An underscore, `F` in `readFile`, `S` in `HTTPServer`. */
function beginsPart(name: string, at: number): boolean {
  const sort = sorts[name.charCodeAt(at)];
  if (sort === underscored) return true;
  if (sort !== capital) return false;
  const before = sorts[name.charCodeAt(at - 1)];
  if (before !== capital) return before === small;
  const code = at + 1 < name.length ? name.charCodeAt(at + 1) : 0;
  return code >= 97 && code <= 122;
}

/**
 * What else names in a text are found by: the words of `readFile`, which the index would have as one, and `maxage` for
 * `max_age`, which it would split.
 */
export function moreOfNames(text: string): readonly string[] {
  let more: Set<string> | undefined;
  for (let at = 0; at < text.length;) {
    const start = at;
    let isJoined = false;
    let before = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      const sort = code < 128 ? sorts[code]! : 0;
      if (sort === 0) break;
      // In `README` as well, which has one part only.
      isJoined ||= sort === underscored || (sort === capital && before !== 0);
      before = sort;
      at += 1;
    }
    if (isJoined) addMore((more ??= new Set()), text.slice(start, at));
    at += 1;
  }
  return more === undefined ? [] : [...more];
}

function addMore(more: Set<string>, name: string): void {
  const words = partsOfName(name);
  if (words.length < 2 || words.length > maxParts) return;
  if (camel.test(name)) for (const word of words) if (word.length > 1) more.add(word);
  if (name.includes('_')) more.add(words.join(''));
}

// More is a key or a hash.
const maxParts = 8;
const camel = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;
const small = 1;
const capital = 2;
const underscored = 3;

/** Of each character below 128: letters and digits, capital letters, the underscore, others. */
const sorts = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 95) return underscored;
  if (code >= 65 && code <= 90) return capital;
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? small : 0;
});
