/**
 * What rules compare of a text: its words, its lines and the files it names, each as a 32-bit hash with the place it
 * was seen at. One pass over the characters and no string made, because every byte an agent was ever shown comes by here.
 */
export interface Text {
  readonly words: Marks;
  readonly lines: Marks;
  /** Files by their last name, `parse.ts`. */
  readonly names: Marks;
  /** Files by folder and name, `src/parse.ts`, where the text has a folder. */
  readonly paths: Marks;
}

/** Hashes of parts of a text and where they begin and end in it. Repeated ones are kept. */
export interface Marks {
  readonly length: number;
  readonly hash: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Of words: how telling they look, see `looks`. */
  readonly look: Uint8Array;
}

/** A word nobody writes by chance (`parseLine`, `MAX_SIZE`, `v2`), a long one, or any other. */
export const looks = { plain: 0, long: 1, code: 2 } as const;

/** Beyond this much of one text nothing is looked at: half from its beginning, half from its end. */
const mostCharacters = 128 * 1024;
/** Shorter ones say too little: `if`, `}`. */
const shortestWord = 3;
const shortestLine = 6;
const longPlainWord = 8;
/** Longer ones are data, not names. */
const longestWord = 64;

export function readText(text: string): Text {
  const marker = new Marker();
  if (text.length <= mostCharacters) marker.read(text, 0, text.length);
  else {
    marker.read(text, 0, mostCharacters / 2);
    marker.read(text, text.length - mostCharacters / 2, text.length);
  }
  return marker.take();
}

/** The hash under which a word, name or path is found. */
export function hashOf(text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = step(hash, text.charCodeAt(at));
  return hash;
}

/** FNV-1a: short, and good enough to tell a session's words apart. */
const seed = 0x811c9dc5 | 0;
function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, 16777619);
}

const lower = 1;
const upper = 2;
const digit = 4;
const joint = 8;
/** `.`, `-`, `@`, `+`, `~`: inside a path, not inside a word. */
const pathOnly = 16;
const slash = 32;
const inWord = lower | upper | digit | joint;
const inPath = inWord | pathOnly | slash;

const classes = new Uint8Array(256).fill(0);
for (let code = 97; code <= 122; code++) classes[code] = lower;
for (let code = 65; code <= 90; code++) classes[code] = upper;
for (let code = 48; code <= 57; code++) classes[code] = digit;
// Letters of other languages count as plain letters.
for (let code = 0xc0; code <= 0xff; code++) classes[code] = lower;
classes[95] = joint;
classes[36] = joint;
for (const character of '.-@+~') classes[character.charCodeAt(0)] = pathOnly;
classes[47] = slash;

function classOf(code: number): number {
  return code < 256 ? classes[code]! : code === arrow || (code >= 0x2000 && code <= 0x2fff) ? 0 : lower;
}

const newline = 10;
const space = 32;
const tab = 9;
const arrow = 0x2192;

class Marker {
  readonly #words = new GrowingMarks();
  readonly #lines = new GrowingMarks();
  readonly #names = new GrowingMarks();
  readonly #paths = new GrowingMarks();

  take(): Text {
    return { words: this.#words.take(), lines: this.#lines.take(), names: this.#names.take(), paths: this.#paths.take() };
  }

  read(text: string, from: number, to: number): void {
    for (let at = from; at < to; ) {
      let end = text.indexOf('\n', at);
      if (end < 0 || end > to) end = to;
      this.#line(text, at, end);
      this.#runs(text, at, end);
      at = end + 1;
    }
  }

  /** White space is one space, and what tools put before a line (`12→`, `12:`, `src/a.ts:12:`, `+`) is left out. */
  #line(text: string, from: number, to: number): void {
    const start = contentStart(text, from, to);
    let hash = seed;
    let length = 0;
    let letters = false;
    let pending = false;
    let end = start;
    for (let at = start; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code <= space) {
        pending = length > 0;
        continue;
      }
      if (pending) {
        hash = step(hash, space);
        length++;
        pending = false;
      }
      hash = step(hash, code);
      length++;
      end = at + 1;
      letters ||= (classOf(code) & (lower | upper)) !== 0;
    }
    if (letters && length >= shortestLine) this.#lines.add(hash, start, end, 0);
  }

  /** Stretches without white space or punctuation: a word, or a path and the words in it. */
  #runs(text: string, from: number, to: number): void {
    let at = from;
    while (at < to) {
      while (at < to && (classOf(text.charCodeAt(at)) & inPath) === 0) at++;
      const start = at;
      let seen = 0;
      let lastSlash = -1;
      let slashBefore = -1;
      for (; at < to; at++) {
        const kind = classOf(text.charCodeAt(at));
        if ((kind & inPath) === 0) break;
        seen |= kind;
        if (kind === slash) {
          slashBefore = lastSlash;
          lastSlash = at;
        }
      }
      if (at === start) return;
      this.#wordsIn(text, start, at);
      if ((seen & (slash | pathOnly)) !== 0) this.#path(text, start, at, lastSlash, slashBefore);
    }
  }

  #wordsIn(text: string, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const first = classOf(text.charCodeAt(at)) & inWord;
      if (first === 0) {
        at++;
        continue;
      }
      const start = at;
      let hash = seed;
      let seen = 0;
      let before = 0;
      let humps = false;
      for (; at < to; at++) {
        const code = text.charCodeAt(at);
        const kind = classOf(code) & inWord;
        if (kind === 0 || (first === digit && kind !== digit)) break;
        if (before === lower && kind === upper) humps = true;
        before = kind;
        seen |= kind;
        hash = step(hash, code);
      }
      const length = at - start;
      if (length < shortestWord || length > longestWord) continue;
      const code = humps || (seen & (digit | joint)) !== 0 || seen === upper;
      this.#words.add(hash, start, at, code ? looks.code : length >= longPlainWord ? looks.long : looks.plain);
    }
  }

  #path(text: string, from: number, to: number, lastSlash: number, slashBefore: number): void {
    let end = to;
    while (end > from && text.charCodeAt(end - 1) === 46) end--;
    const nameFrom = lastSlash < 0 ? from : lastSlash + 1;
    if (end - nameFrom < shortestWord || end - nameFrom > longestWord) return;
    if (lastSlash < 0 && !hasExtension(text, nameFrom, end)) return;
    this.#names.add(hashOfPart(text, nameFrom, end), nameFrom, end, 0);
    if (lastSlash > from) this.#paths.add(hashOfPart(text, slashBefore < 0 ? from : slashBefore + 1, end), from, end, 0);
  }
}

function hashOfPart(text: string, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at++) hash = step(hash, text.charCodeAt(at));
  return hash;
}

/** `parse.ts`, but not `e.g.`, `1.2.3` or `foo.`. */
function hasExtension(text: string, from: number, to: number): boolean {
  const dot = text.lastIndexOf('.', to - 1);
  const length = to - dot - 1;
  return dot > from && length >= 1 && length <= 5 && (classOf(text.charCodeAt(dot + 1)) & (lower | upper)) !== 0;
}

function contentStart(text: string, from: number, to: number): number {
  let at = skipBlanks(text, from, to);
  const sign = text.charCodeAt(at);
  // A diff's `+` and `-`, not the `--` and `+++` of options and headings.
  if (at === from && (sign === 43 || sign === 45) && text.charCodeAt(at + 1) !== sign) at = skipBlanks(text, at + 1, to);
  const number = afterNumber(text, at, to);
  if (number > at) return number;
  // A search tells file and line before what it found.
  let colon = at;
  while (colon < to && (classOf(text.charCodeAt(colon)) & inPath) !== 0) colon++;
  if (colon > at && text.charCodeAt(colon) === 58) {
    const found = afterNumber(text, colon + 1, to);
    if (found > colon + 1) return found;
  }
  return at;
}

/** After `12→`, `12|`, `12:` or `12` and a tab, and the blanks behind it; where it began when there is no such number. */
function afterNumber(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && classOf(text.charCodeAt(at)) === digit) at++;
  if (at === from || at - from > 7) return from;
  const blanks = skipSpaces(text, at, to);
  const mark = text.charCodeAt(blanks);
  if (mark === arrow || mark === 124 || mark === 58 || mark === tab) return skipBlanks(text, blanks + 1, to);
  return from;
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) <= space && text.charCodeAt(at) !== newline) at++;
  return at;
}

function skipSpaces(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) === space) at++;
  return at;
}

class GrowingMarks {
  #length = 0;
  #hash = new Int32Array(64);
  #start = new Int32Array(64);
  #end = new Int32Array(64);
  #look = new Uint8Array(64);

  add(hash: number, start: number, end: number, look: number): void {
    if (this.#length === this.#hash.length) this.#grow();
    this.#hash[this.#length] = hash;
    this.#start[this.#length] = start;
    this.#end[this.#length] = end;
    this.#look[this.#length++] = look;
  }

  take(): Marks {
    return { length: this.#length, hash: this.#hash, start: this.#start, end: this.#end, look: this.#look };
  }

  #grow(): void {
    const size = this.#hash.length * 4;
    this.#hash = grown(this.#hash, size);
    this.#start = grown(this.#start, size);
    this.#end = grown(this.#end, size);
    const look = new Uint8Array(size);
    look.set(this.#look);
    this.#look = look;
  }
}

function grown(array: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
}
