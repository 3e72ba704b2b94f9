/**
 * The words of a text that describe its subject, lower case, in order. A name is split (`ModuleNotFoundError`,
 * `ERR_MODULE_NOT_FOUND`, `module-not-found`) and also kept whole, with `=` before it, so that `fetchUser` and
 * `fetch_user` match. What differs from run to run is left out: numbers (except those of HTTP errors), hashes, the
 * folders of a path.
 *
 * The table was trained on exactly this output: after a change run `npm run train:embedding` again.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const read = text.length > longest ? text.slice(0, longest) : text;
  for (const [found] of read.replace(ansi, ' ').replace(folders, '/').matchAll(runs)) addParts(found, words);
  return words;
}

/** Marks a whole name that was also split. It identifies a name, not a subject: nothing is learned for it. */
export const nameMark = '=';

/** Much longer than any message; the rest is output. */
const longest = 2000;
const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;
/** Only the last part of a path stays: the rest depends on the machine. */
const folders = /(?:[A-Za-z]:)?(?:[\w@.+~%-]*[\\/]){2,}/g;
const runs = /(?<!\w)(?:_*[A-Za-z\u00C0-\u024F][\w\u00C0-\u024F]*(?:['’](?:t|re|ve|ll|s|d)\b)?|[45]\d\d\b)/g;
const parts = /[A-Z]+(?![a-z\u00DF-\u00FF])|[A-Z]?[a-z\u00DF-\u024F]+|\d+/g;

function addParts(found: string, words: string[]): void {
  const apostrophe = found.search(/['’]/);
  const name = apostrophe < 0 ? found : found.slice(0, apostrophe);
  const lower = name.toLowerCase();
  if (apostrophe > 0 && found.endsWith('t') && lower.endsWith('n')) {
    // can't is "can not", not "can" and "t"
    words.push(lower === 'can' || lower === 'won' ? lower : lower.slice(0, -1), 'not');
    return;
  }
  if (isPlain(name)) {
    words.push(lower);
    return;
  }
  if (isHash(lower)) return;
  let pieces = 0;
  for (const [piece] of name.matchAll(parts)) {
    if (piece.length > 1 && piece.charCodeAt(0) > 57) {
      words.push(piece.toLowerCase());
      pieces++;
    }
  }
  if (pieces > 1) words.push(`${nameMark}${lower.replaceAll('_', '')}`);
  else if (pieces === 0 || /\d/.test(lower)) words.push(lower);
}

/** Plain words are most of every text and need no splitting. */
function isPlain(name: string): boolean {
  for (let at = 1; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code < 97 || (code > 122 && code < 0xdf)) return isShout(name);
  }
  return true;
}

function isShout(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code < 65 || code > 90) return false;
  }
  return true;
}

function isHash(lower: string): boolean {
  return lower.length > 6 && /^(?:0x)?[0-9a-f]+$/.test(lower) && /\d/.test(lower);
}
