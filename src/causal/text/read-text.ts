/**
 * What rules compare of a text: its words, its lines and the files it names, each as a 32-bit hash with its place. One
 * pass over the characters without creating strings, because every byte an agent was ever shown passes through here.
 */
export interface Text {
  readonly words: Marks;
  /**
   * Two lines are the same when their words are, in the same order: what is between the words, and what tools put
   * before a line (`12→`, `12:`, `src/a.ts:12:`, `+`), does not count.
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
  /** Of words: how informative they look, see `looks`. */
  readonly look: Uint8Array;
}

/** A word nobody writes by chance (`parseLine`, `MAX_SIZE`, `v2`), a long one, or any other. */
export const looks = { plain: 0, long: 1, code: 2 } as const;

/** The rest of a longer text is not read: half from its beginning, half from its end. */
const maxCharacters = 128 * 1024;
/** Shorter ones carry too little information: `if`, `}`. Of a line its words are counted. */
const shortestWord = 3;
const shortestLine = 6;
const longPlainWord = 8;
/** Longer ones are data, not names. */
const longestWord = 64;

/** The parts of a text that are compared with others later. */
export interface Kept {
  readonly words: Marks;
  readonly lines: Marks;
}

export function readText(text: string): Kept {
  const { words, lines } = scanText(text);
  return { words: kept(words), lines: kept(lines) };
}

/** For a text that is used before the next one is read: its buffers are reused. */
export function scanText(text: string): Text {
  marker.clear();
  if (text.length <= maxCharacters) marker.read(text, 0);
  else {
    marker.read(text.slice(0, maxCharacters / 2), 0);
    marker.read(text.slice(-maxCharacters / 2), text.length - maxCharacters / 2);
  }
  return marker;
}

function kept({ length, hash, start, end, look }: Marks): Marks {
  if (length === 0) return none;
  return {
    length,
    hash: hash.slice(0, length),
    start: start.slice(0, length),
    end: end.slice(0, length),
    look: look.slice(0, length),
  };
}

const none: Marks = {
  length: 0,
  hash: new Int32Array(),
  start: new Int32Array(),
  end: new Int32Array(),
  look: new Uint8Array(),
};

/** The hash under which a word, name or path is found. */
export function hashOf(text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}

/** FNV-1a: short, and good enough to distinguish a session's words. */
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

const classes = new Uint8Array(65_536);
for (let code = 97; code <= 122; code++) classes[code] = lower;
for (let code = 65; code <= 90; code++) classes[code] = upper;
for (let code = 48; code <= 57; code++) classes[code] = digit;
// Letters of other languages count as plain letters; between them lie signs, arrows and what draws boxes.
classes.fill(lower, 0xc0, 0x2000);
classes.fill(lower, 0x2c00, 0x2e00);
classes.fill(lower, 0x3040, 0xff00);
classes[95] = joint;
classes[36] = joint;
for (const character of '.-@+~') classes[character.charCodeAt(0)] = pathOnly;
classes[47] = slash;
classes[92] = slash;

const newline = 10;
const space = 32;
const tab = 9;
const arrow = 0x2192;

class Marker implements Text {
  readonly words = new GrowingMarks();
  readonly lines = new GrowingMarks();
  readonly names = new GrowingMarks();
  readonly paths = new GrowingMarks();
  /** The text as numbers, because reading an array is several times faster than reading a string. */
  readonly #codes = new Uint16Array(maxCharacters + 1);
  readonly #bytes = Buffer.from(this.#codes.buffer);
  /** Where the codes begin in the text. */
  #shift = 0;

  clear(): void {
    this.words.length = this.lines.length = this.names.length = this.paths.length = 0;
  }

  /** One loop for everything: a loop for each of words, lines and paths took three times as long. */
  read(text: string, shift: number): void {
    const codes = this.#codes;
    const length = this.#bytes.write(text, 'utf16le') / 2;
    codes[length] = newline;
    this.#shift = shift;
    const { words } = this;
    // One more than fits between two blanks, so that the loop need not check for room.
    words.reserve(length / (shortestWord + 1) + 1);
    const { hash: hashes, start: starts, end: ends, look: wordLooks } = words;
    let count = words.length;
    let content = contentStart(codes, 0, length);
    let line = seed;
    let lineLength = 0;
    let lineHolds = 0;
    let lineEnd = 0;
    let run = -1;
    let runHolds = 0;
    for (let at = 0; at <= length;) {
      let code = codes[at]!;
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
          code = codes[++at]!;
          kind = classes[code]!;
        } while ((kind & inWord) !== 0);
        const size = at - start;
        if (size >= shortestWord && size <= longestWord) {
          hashes[count] = hash;
          starts[count] = shift + start;
          ends[count] = shift + at;
          wordLooks[count++] =
            humps !== 0 || (holds & (digit | joint)) !== 0 || holds === upper
              ? looks.code
              : size >= longPlainWord
                ? looks.long
                : looks.plain;
        }
        if (run < 0) run = start;
        if (start >= content) {
          line = Math.imul(line ^ hash, prime);
          lineLength += size;
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
        if (lineLength >= shortestLine && (lineHolds & (lower | upper)) !== 0)
          this.lines.add(line, shift + content, shift + lineEnd, 0);
        content = contentStart(codes, at, length);
        line = seed;
        lineLength = lineHolds = 0;
      }
    }
    words.length = count;
  }

  #path(from: number, to: number): void {
    const codes = this.#codes;
    let end = to;
    while (end > from && codes[end - 1] === dot) end--;
    let lastSlash = end - 1;
    while (lastSlash >= from && classes[codes[lastSlash]!] !== slash) lastSlash--;
    if (lastSlash < from) lastSlash = -1;
    const nameFrom = lastSlash < 0 ? from : lastSlash + 1;
    if (end - nameFrom < shortestWord || end - nameFrom > longestWord) return;
    if (lastSlash < 0 && !hasExtension(codes, nameFrom, end)) return;
    this.names.add(hashOfPart(codes, nameFrom, end), this.#shift + nameFrom, this.#shift + end, 0);
    if (lastSlash <= from) return;
    let folder = lastSlash;
    while (folder > from && classes[codes[folder - 1]!] !== slash) folder--;
    this.paths.add(hashOfPart(codes, folder, end), this.#shift + from, this.#shift + end, 0);
  }
}

const dot = 46;
const backslash = 92;

function hashOfPart(codes: Uint16Array, from: number, to: number): number {
  let hash = seed;
  // Windows writes the same path another way.
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (codes[at] === backslash ? 47 : codes[at]!), prime);
  return hash;
}

/** `parse.ts`, but not `e.g.`, `1.2.3` or `foo.`. */
function hasExtension(codes: Uint16Array, from: number, to: number): boolean {
  let at = to - 1;
  while (at > from && codes[at] !== dot && to - at <= 6) at--;
  const length = to - at - 1;
  return (
    codes[at] === dot &&
    at > from &&
    length >= 1 &&
    length <= 5 &&
    (length > 1 || at - from > 1) &&
    (classes[codes[at + 1]!]! & (lower | upper)) !== 0
  );
}

function contentStart(codes: Uint16Array, from: number, to: number): number {
  let at = skipBlanks(codes, from, to);
  const sign = codes[at];
  // A diff's `+` and `-`, not the `--` and `+++` of options and headings.
  if (at === from && (sign === plus || sign === minus) && codes[at + 1] !== sign) at = skipBlanks(codes, at + 1, to);
  const number = afterNumber(codes, at, to);
  if (number > at) return number;
  // A search result has file and line before the match.
  let colon = at;
  while (colon < to && (classes[codes[colon]!]! & inPath) !== 0) colon++;
  if (colon > at && colon < to && codes[colon] === colonSign) {
    const found = afterNumber(codes, colon + 1, to);
    if (found > colon + 1) return found;
  }
  return at;
}

const plus = 43;
const minus = 45;
const colonSign = 58;
const bar = 124;

/**
 * After `12→`, `12|`, `12:` or `12` and a tab, and the blanks behind it; where it began when there is no such number.
 */
function afterNumber(codes: Uint16Array, from: number, to: number): number {
  let at = from;
  while (at < to && classes[codes[at]!] === digit) at++;
  if (at === from || at - from > 7) return from;
  while (at < to && codes[at] === space) at++;
  if (at === to) return from;
  const mark = codes[at];
  return mark === arrow || mark === bar || mark === colonSign || mark === tab ? skipBlanks(codes, at + 1, to) : from;
}

function skipBlanks(codes: Uint16Array, from: number, to: number): number {
  let at = from;
  while (at < to && codes[at]! <= space && codes[at] !== newline) at++;
  return at;
}

/** Marks in arrays that are reused. */
export class GrowingMarks implements Marks {
  length = 0;
  hash = new Int32Array(1024);
  start = new Int32Array(1024);
  end = new Int32Array(1024);
  look = new Uint8Array(1024);

  /** Makes room for so many more. */
  reserve(more: number): void {
    while (this.length + more > this.hash.length) this.#grow();
  }

  add(hash: number, start: number, end: number, look: number): void {
    this.reserve(1);
    this.hash[this.length] = hash;
    this.start[this.length] = start;
    this.end[this.length] = end;
    this.look[this.length++] = look;
  }

  /** The marks of another text, whose beginning is moved to `shift`. */
  append(marks: Marks, shift: number): void {
    this.reserve(marks.length);
    const { hash, start, end, look } = this;
    let to = this.length;
    for (let at = 0; at < marks.length; at++, to++) {
      hash[to] = marks.hash[at]!;
      start[to] = marks.start[at]! + shift;
      end[to] = marks.end[at]! + shift;
      look[to] = marks.look[at]!;
    }
    this.length = to;
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
