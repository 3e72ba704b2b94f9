/**
 * Finds many words in one pass over a text (the Aho-Corasick automaton): about a nanosecond per character, however many
 * words there are. Redaction reads every byte that leaves, so this loop is its cost.
 */
export interface WordFinder {
  /**
   * Calls `visit` with the index of each word found and where it ends; continues where `visit` returns, at least one
   * further.
   */
  scan(text: string, visit: (word: number, end: number) => number): void;
}

/** Below this many characters building the automaton does not pay: it takes as long as a short command. */
const worthBuilding = 1 << 19;

/** `words` are ASCII. Where several words end at the same place the longest is visited first. */
export function wordFinder(words: readonly string[], plainText = worthBuilding): WordFinder {
  let plain: PlainWords | undefined;
  let automaton: Automaton | undefined;
  let seen = 0;
  return {
    scan(text, visit) {
      seen += text.length;
      if (automaton === undefined && seen < plainText) return scanPlainly((plain ??= wordsByStart(words)), text, visit);
      automaton ??= build(words);
      const { next, found, firstAccepting } = automaton;
      let state = 0;
      for (let start = 0; start < text.length;) {
        // Bytes are read three times as fast as characters of a string. Positions stay the same: beyond Latin-1 a
        // character becomes its low byte, which at worst gives a word that is not there, and every visitor looks at
        // the text itself.
        const size = bytes.write(
          text.length <= bytes.length ? text : text.slice(start, start + bytes.length),
          'latin1',
        );
        let at = 0;
        while (at < size) {
          state = next[(state << 7) | (bytes[at++]! & 127)]!;
          if (state < firstAccepting) continue;
          const resume = visitAll(found[state]!, start + at, visit);
          if (resume <= start + at) continue;
          at = resume - start;
          state = 0;
        }
        start += Math.max(at, size);
      }
    },
  };
}

/** Looks at the words that start with the two letters at each place. */
function scanPlainly(
  { words, isStart, byStart }: PlainWords,
  text: string,
  visit: (word: number, end: number) => number,
): void {
  const places: { readonly word: number; readonly length: number; readonly end: number }[] = [];
  for (let at = 0, code = text.charCodeAt(0); at < text.length; at++) {
    const next = text.charCodeAt(at + 1);
    const start = ((code & 127) << 7) | (next & 127);
    code = next;
    if (isStart[start] === 0) continue;
    for (const word of byStart.get(start)!) {
      const { length } = words[word]!;
      if (text.startsWith(words[word]!, at)) places.push({ word, length, end: at + length });
    }
  }
  places.sort((a, b) => a.end - b.end || b.length - a.length || a.word - b.word);
  let from = 0;
  for (const { word, length, end } of places)
    if (end - length >= from) from = Math.max(from, beyond(visit(word, end), end));
}

interface PlainWords {
  readonly words: readonly string[];
  /** By the seven low bits of two letters: whether words start with them. */
  readonly isStart: Uint8Array;
  /** The indexes of these words. */
  readonly byStart: ReadonlyMap<number, readonly number[]>;
}

function wordsByStart(words: readonly string[]): PlainWords {
  const isStart = new Uint8Array(1 << 14);
  const byStart = new Map<number, number[]>();
  for (const [index, word] of words.entries()) {
    const first = word.charCodeAt(0) << 7;
    // Whatever follows a word of one letter, it is found.
    const seconds = word.length > 1 ? [word.charCodeAt(1)] : Array.from({ length: 128 }, (_, code) => code);
    for (const start of seconds.map((second) => first | second)) {
      isStart[start] = 1;
      const sharing = byStart.get(start);
      if (sharing) sharing.push(index);
      else byStart.set(start, [index]);
    }
  }
  return { words, isStart, byStart };
}

/** Where to go on after a visit: only what lies further counts. */
function beyond(resume: number, end: number): number {
  return resume > end ? resume : 0;
}

// Shared by all finders: a scan never waits, so no two run at once, except a visitor's own, and visitors do not scan.
const bytes = Buffer.allocUnsafeSlow(1 << 16);

function visitAll(words: readonly number[], end: number, visit: (word: number, end: number) => number): number {
  for (const word of words) {
    const resume = visit(word, end);
    if (resume > end) return resume;
  }
  return end;
}

interface Automaton {
  /**
   * State and character to state, 128 entries each. Accepting states come last, so that one comparison recognizes them.
   */
  readonly next: Uint16Array;
  readonly found: readonly (readonly number[])[];
  readonly firstAccepting: number;
}

function build(words: readonly string[]): Automaton {
  const children: Map<number, number>[] = [new Map()];
  const ends: number[][] = [[]];
  for (const [index, word] of words.entries()) {
    let state = 0;
    for (const letter of word) {
      const code = letter.charCodeAt(0);
      let child = children[state]!.get(code);
      if (child === undefined) {
        child = children.push(new Map()) - 1;
        ends.push([]);
        children[state]!.set(code, child);
      }
      state = child;
    }
    ends[state]!.push(index);
  }

  const count = children.length;
  const dense = new Uint16Array(count << 7);
  const fallback = new Uint16Array(count);
  const order: number[] = [0];
  for (const state of order) {
    const back = fallback[state]!;
    if (state !== 0) ends[state]!.push(...ends[back]!);
    for (let code = 0; code < 128; code++) {
      const child = children[state]!.get(code);
      const otherwise = state === 0 ? 0 : dense[(back << 7) | code]!;
      dense[(state << 7) | code] = child ?? otherwise;
      if (child === undefined) continue;
      fallback[child] = otherwise;
      order.push(child);
    }
  }
  return acceptingLast(dense, ends, order);
}

function acceptingLast(dense: Uint16Array, ends: readonly (readonly number[])[], states: readonly number[]): Automaton {
  const sorted = [
    ...states.filter((state) => ends[state]!.length === 0),
    ...states.filter((state) => ends[state]!.length > 0),
  ];
  const renamed = new Uint16Array(states.length);
  for (const [name, state] of sorted.entries()) renamed[state] = name;
  const next = new Uint16Array(dense.length);
  for (const [name, state] of sorted.entries()) {
    for (let code = 0; code < 128; code++) next[(name << 7) | code] = renamed[dense[(state << 7) | code]!]!;
  }
  return {
    next,
    found: sorted.map((state) => ends[state]!),
    firstAccepting: sorted.findIndex((state) => ends[state]!.length > 0),
  };
}
