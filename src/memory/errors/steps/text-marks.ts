/** Hashes of the significant lines of a text, so that much text is remembered in little space. */
export function linesIn(text: string): ReadonlySet<number> {
  const marks = new Set<number>();
  if (text === '') return marks;
  const length = Math.min(text.length, longestText);
  for (let from = 0; from < length && marks.size < maxLines;) {
    const newline = text.indexOf('\n', from);
    const to = newline < 0 || newline > length ? length : newline;
    const mark = markBetween(text, from, to);
    if (mark !== undefined) marks.add(mark);
    from = to + 1;
  }
  return marks;
}

/** Undefined for lines that any file has: a lone bracket, `return;`. Blanks and the marks that some tools print for them do not count. */
export function markOf(line: string): number | undefined {
  return markBetween(line, 0, line.length);
}

function markBetween(text: string, from: number, to: number): number | undefined {
  let mark = 0x811c9dc5;
  let length = 0;
  let letters = 0;
  let hasWord = false;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) continue;
    if (length < longestMark) mark = Math.imul(mark ^ code, 0x01000193);
    else if (hasWord) break;
    length++;
    letters = isLetter(code) ? letters + 1 : 0;
    hasWord ||= letters === 3;
  }
  return length < 8 || !hasWord ? undefined : mark >>> 0;
}
const longestMark = 300;

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (code >= 0x2000 && code <= 0x200a) || otherBlanks.includes(code);
}
/** Blanks of Unicode, `·` and `→`. */
const otherBlanks = [0xa0, 0xb7, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x2192, 0x3000, 0xfeff];

/** Names in a text that could be specific: longer words, and those written like code. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  const length = Math.min(text.length, longestText);
  let start = -1;
  let holds = 0;
  let before = 0;
  // By character: every edit goes through here, and an expression takes several times as long.
  for (let at = 0; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : 0;
    const kind = code < 0x80 ? kinds[code]! : 0;
    if (kind === 0) {
      if (start >= 0 && at - start >= 3 && (at - start >= 5 || (holds & likeCode) !== 0)) {
        words.add(text.slice(start, at));
        if (words.size >= maxWords) break;
      }
      start = -1;
      holds = before = 0;
      continue;
    }
    if (start < 0) {
      // What begins with digits is no name; what follows them may be.
      if (kind === digit) continue;
      start = at;
    }
    if (before === lower && kind === upper) holds |= hump;
    holds |= kind;
    before = kind;
  }
  return words;
}

const lower = 1;
const upper = 2;
const digit = 4;
/** `_` and `$`. */
const joint = 8;
const hump = 16;
const likeCode = digit | joint | hump;
const kinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return lower;
  if (/[A-Z]/.test(character)) return upper;
  if (/\d/.test(character)) return digit;
  return /[_$]/.test(character) ? joint : 0;
});

/** Words of the arguments of a call, so that two calls can be compared. */
export function termsIn(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const [term] of text.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_.@-]+/gu)) {
    terms.add(term);
    if (terms.size >= maxTerms) break;
  }
  return terms;
}

/** Arguments that are a phrase in words, as agents describe what a call is for. */
export function goalsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(phrase), ([line]) => line));
}
const phrase = /^[A-Z][a-z]+(?: [\w'&/().,-]+){1,14}$/gm;

/** 0 to 1: how much of two sets is in both. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const term of one) if (other.has(term)) shared++;
  return (2 * shared) / (one.size + other.size);
}

const longestText = 60_000;
const maxLines = 600;
const maxWords = 600;
const maxTerms = 300;
