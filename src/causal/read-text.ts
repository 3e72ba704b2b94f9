/**
 * What rules compare of a text: its words, its lines and the files it names, each as a 32-bit hash with the place it
 * was seen at. One pass over the characters and no string made, because every byte an agent was ever shown comes by here.
 */
export interface Text {
  readonly words: Marks;
  /**
   * Two lines are the same when their words are, in the same order: what is between the words, and what tools put before
   * a line (`12→`, `12:`, `src/a.ts:12:`, `+`), does not count.
   */
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
/** Shorter ones say too little: `if`, `}`. Of a line its words are counted. */
const shortestWord = 3;
const shortestLine = 6;
const longPlainWord = 8;
/** Longer ones are data, not names. */
const longestWord = 64;

/** Of a text that is kept only what is compared with others later. */
export interface Kept {
  readonly words: Marks;
  readonly lines: Marks;
}

export function readText(text: string): Kept {
  const { words, lines } = glance(text);
  return { words: kept(words), lines: kept(lines) };
}

export function readWords(text: string): Marks {
  return kept(glance(text).words);
}

/** A text that is done with before the next one is read: nothing is made that must be thrown away again. */
export function glance(text: string): Text {
  marker.clear();
  if (text.length <= mostCharacters) marker.read(text, 0);
  else {
    marker.read(text.slice(0, mostCharacters / 2), 0);
    marker.read(text.slice(-mostCharacters / 2), text.length - mostCharacters / 2);
  }
  return marker;
}

function kept({ length, hash, start, end, look }: Marks): Marks {
  if (length === 0) return none;
  return { length, hash: hash.slice(0, length), start: start.slice(0, length), end: end.slice(0, length), look: look.slice(0, length) };
}

const none: Marks = { length: 0, hash: new Int32Array(), start: new Int32Array(), end: new Int32Array(), look: new Uint8Array() };

/** The hash under which a word, name or path is found. */
export function hashOf(text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ (text.charCodeAt(at) & 0xff), prime);
  return hash;
}

/** FNV-1a: short, and good enough to tell a session's words apart. */
const seed = 0x811c9dc5 | 0;
const prime = 16777619;

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

const newline = 10;
const space = 32;
const tab = 9;
/** What is left of `→` in one byte. */
const arrow = 0x92;

class Marker implements Text {
  readonly words = new GrowingMarks();
  readonly lines = new GrowingMarks();
  readonly names = new GrowingMarks();
  readonly paths = new GrowingMarks();
  /**
   * The low byte of each character, because reading bytes is several times faster than reading strings. Other scripts
   * lose their high bytes: their words become other words, but the same ones wherever they are seen.
   */
  readonly #bytes = Buffer.alloc(mostCharacters + 1);
  /** Where the bytes begin in the text. */
  #shift = 0;

  clear(): void {
    this.words.length = this.lines.length = this.names.length = this.paths.length = 0;
  }

  /** One loop for everything: a loop for each of words, lines and paths took three times as long. */
  read(text: string, shift: number): void {
    const bytes = this.#bytes;
    const length = bytes.write(text, 0, mostCharacters, 'latin1');
    bytes[length] = newline;
    this.#shift = shift;
    let content = contentStart(bytes, 0, length);
    let line = seed;
    let lineLength = 0;
    let lineHolds = 0;
    let lineEnd = 0;
    let run = -1;
    let runHolds = 0;
    for (let at = 0; at <= length; ) {
      let code = bytes[at]!;
      let kind = classes[code]!;
      if ((kind & inWord) !== 0) {
        const start = at;
        let hash = seed;
        let holds = 0;
        let humps = 0;
        let before = 0;
        do {
          hash = Math.imul(hash ^ code, prime);
          humps |= before & lower & (kind >> 1);
          before = kind;
          holds |= kind;
          code = bytes[++at]!;
          kind = classes[code]!;
        } while ((kind & inWord) !== 0);
        this.#word(hash, start, at, holds, humps);
        if (run < 0) run = start;
        if (start >= content) {
          line = Math.imul(line ^ hash, prime);
          lineLength += at - start;
          lineHolds |= holds;
          lineEnd = at;
        }
      } else if (kind !== 0) {
        if (run < 0) run = at;
        runHolds |= kind;
        at++;
      } else {
        if (runHolds !== 0) this.#path(run, at);
        run = -1;
        runHolds = 0;
        at++;
        if (code !== newline) continue;
        if (lineLength >= shortestLine && (lineHolds & (lower | upper)) !== 0) this.lines.add(line, shift + content, shift + lineEnd, 0);
        content = contentStart(bytes, at, length);
        line = seed;
        lineLength = lineHolds = 0;
      }
    }
  }

  #word(hash: number, from: number, to: number, holds: number, humps: number): void {
    const length = to - from;
    if (length < shortestWord || length > longestWord) return;
    const isCode = humps !== 0 || (holds & (digit | joint)) !== 0 || holds === upper;
    this.words.add(hash, this.#shift + from, this.#shift + to, isCode ? looks.code : length >= longPlainWord ? looks.long : looks.plain);
  }

  #path(from: number, to: number): void {
    const bytes = this.#bytes;
    let end = to;
    while (end > from && bytes[end - 1] === dot) end--;
    let lastSlash = end - 1;
    while (lastSlash >= from && classes[bytes[lastSlash]!] !== slash) lastSlash--;
    if (lastSlash < from) lastSlash = -1;
    const nameFrom = lastSlash < 0 ? from : lastSlash + 1;
    if (end - nameFrom < shortestWord || end - nameFrom > longestWord) return;
    if (lastSlash < 0 && !hasExtension(bytes, nameFrom, end)) return;
    this.names.add(hashOfPart(bytes, nameFrom, end), this.#shift + nameFrom, this.#shift + end, 0);
    if (lastSlash <= from) return;
    let folder = lastSlash;
    while (folder > from && classes[bytes[folder - 1]!] !== slash) folder--;
    this.paths.add(hashOfPart(bytes, folder, end), this.#shift + from, this.#shift + end, 0);
  }
}

const dot = 46;

function hashOfPart(bytes: Buffer, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, prime);
  return hash;
}

/** `parse.ts`, but not `e.g.`, `1.2.3` or `foo.`. */
function hasExtension(bytes: Buffer, from: number, to: number): boolean {
  let at = to - 1;
  while (at > from && bytes[at] !== dot && to - at <= 6) at--;
  const length = to - at - 1;
  return bytes[at] === dot && at > from && length >= 1 && length <= 5 && (classes[bytes[at + 1]!]! & (lower | upper)) !== 0;
}

function contentStart(bytes: Buffer, from: number, to: number): number {
  let at = skipBlanks(bytes, from, to);
  const sign = bytes[at];
  // A diff's `+` and `-`, not the `--` and `+++` of options and headings.
  if (at === from && (sign === plus || sign === minus) && bytes[at + 1] !== sign) at = skipBlanks(bytes, at + 1, to);
  const number = afterNumber(bytes, at, to);
  if (number > at) return number;
  // A search tells file and line before what it found.
  let colon = at;
  while (colon < to && (classes[bytes[colon]!]! & inPath) !== 0) colon++;
  if (colon > at && colon < to && bytes[colon] === colonSign) {
    const found = afterNumber(bytes, colon + 1, to);
    if (found > colon + 1) return found;
  }
  return at;
}

const plus = 43;
const minus = 45;
const colonSign = 58;
const bar = 124;

/** After `12→`, `12|`, `12:` or `12` and a tab, and the blanks behind it; where it began when there is no such number. */
function afterNumber(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && classes[bytes[at]!] === digit) at++;
  if (at === from || at - from > 7) return from;
  while (at < to && bytes[at] === space) at++;
  if (at === to) return from;
  const mark = bytes[at];
  return mark === arrow || mark === bar || mark === colonSign || mark === tab ? skipBlanks(bytes, at + 1, to) : from;
}

function skipBlanks(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at]! <= space && bytes[at] !== newline) at++;
  return at;
}

class GrowingMarks implements Marks {
  length = 0;
  hash = new Int32Array(1024);
  start = new Int32Array(1024);
  end = new Int32Array(1024);
  look = new Uint8Array(1024);

  add(hash: number, start: number, end: number, look: number): void {
    if (this.length === this.hash.length) this.#grow();
    this.hash[this.length] = hash;
    this.start[this.length] = start;
    this.end[this.length] = end;
    this.look[this.length++] = look;
  }

  #grow(): void {
    const size = this.hash.length * 2;
    this.hash = grown(this.hash, size);
    this.start = grown(this.start, size);
    this.end = grown(this.end, size);
    const look = new Uint8Array(size);
    look.set(this.look);
    this.look = look;
  }
}

function grown(array: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
}

const marker = new Marker();
