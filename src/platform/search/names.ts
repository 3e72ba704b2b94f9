/**
 * The words of a name as developers join them: `readFile`, `HTTPServer`, `max_age`. Lower case; one word alone where it
 * is none.
 */
export function partsOfName(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1_')
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');
}

/**
 * What else names in a text are found by: the words of `readFile`, which the index would have as one, and `maxage` for
 * `max_age`, which it would split.
 */
export function moreOfNames(text: string): readonly string[] {
  const more = new Set<string>();
  for (const [name] of text.matchAll(names)) {
    const words = partsOfName(name);
    if (words.length < 2 || words.length > maxParts) continue;
    if (camel.test(name)) for (const word of words) if (word.length > 1) more.add(word);
    if (name.includes('_')) more.add(words.join(''));
  }
  return [...more];
}

// More is a key or a hash.
const maxParts = 8;
const camel = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;
const names = /[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)+|[A-Za-z]*[a-z0-9][A-Z][A-Za-z0-9]*|[A-Z]{2,}[a-z][A-Za-z0-9]*/g;
