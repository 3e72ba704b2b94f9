import { endianness } from 'node:os';
import { HashSet } from '../../platform/hash-set.ts';
import { partsOfName } from '../../platform/search/names.ts';
import { inRest, wordsOf } from '../../platform/search/words.ts';
import {
  addTermHashes,
  firstCheck,
  firstHash,
  nextCheck,
  nextHash,
  TermTable,
  type Run,
  type Term,
} from './term-table.ts';

/**
 * What a text is found by, each once, as the index takes it:
 *
 * - Names: what people search for by itself, codes (`GH013`), constants (`EADDRINUSE`) and identifiers (`readFile`,
 *   `max_age`);
 * - Plain words, and those of identifiers, marked as words of the rest: a long text has most of them.
 *
 * What the beginning has is left out. Every output goes through here: read character by character, and no string
 * is created for a run that was read before.
 */
export function textTerms(
  text: string,
  beginning: string | null,
  max: { readonly names: number; readonly words: number },
): string {
  const number = table.nextText();
  had.clear();
  if (beginning !== null) addTermHashes(beginning, had);
  names.length = 0;
  words.length = 0;
  let roomForNames = max.names;
  let roomForWords = max.words;
  const end = readRuns(readCodes(text));
  for (let at = 0; at < end; at += runFields) {
    const hash = runs[at + 2]!;
    const check = runs[at + 3]!;
    let run = table.newRun(hash, check);
    if (run === undefined) continue;
    if (run === 0) {
      run = runOf(text.slice(runs[at]!, runs[at + 1]!), runs[at + 4]!);
      table.add(hash, check, run);
    }
    for (const term of run.names) {
      if (roomForNames === 0 || term.seenIn === number) continue;
      term.seenIn = number;
      roomForNames -= 1;
      if (!had.has(term.hash)) names.push(term);
    }
    for (const term of run.words) {
      if (roomForWords === 0 || term.seenIn === number) continue;
      term.seenIn = number;
      roomForWords -= 1;
      if (!had.has(term.hash)) words.push(term);
    }
  }
  return joined();
}

// Shared by all texts: reading one never waits.
const table = new TermTable();
const had = new HashSet();
const names: Term[] = [];
const words: Term[] = [];
/** More than the two ends of a text have; longer ones are cut. */
const codes = new Uint16Array(80_000);
const bytes = Buffer.from(codes.buffer);
/** Of each run of letters: where it begins and ends, its two hashes and its traits. It has three letters and a sign. */
const runFields = 5;
const runs = new Int32Array((codes.length / 4) * runFields + runFields);
const isBigEndian = endianness() === 'BE';

/** Read from here, characters take a quarter of the time. A zero stands behind the last. */
function readCodes(text: string): number {
  const length = bytes.write(text.slice(0, codes.length - 1), 'utf16le') / 2;
  if (isBigEndian) bytes.swap16();
  codes[length] = 0;
  return length;
}

/**
 * Fills `runs` from the first `length` of `codes`, and returns how much of it. Apart from all that is done with a run,
 * so that this loop stays small and is compiled early.
 */
function readRuns(length: number): number {
  let end = 0;
  for (let at = 0; at < length;) {
    let code = codes[at]!;
    let trait = code < 128 ? ascii[code]! : traitOf(code);
    if (trait === 0) {
      at += 1;
      continue;
    }
    const start = at;
    let traits = trait === digit ? beginsWithDigit : 0;
    let hash = firstHash;
    let check = firstCheck;
    let before = 0;
    do {
      hash = nextHash(hash, code);
      check = nextCheck(check, code);
      traits |= trait;
      if (trait === upper && before === lower) traits |= camel;
      before = trait;
      at += 1;
      code = codes[at]!;
      trait = code < 128 ? ascii[code]! : traitOf(code);
    } while (trait !== 0);
    if (at - start <= 2 || (traits & beginsWithDigit) !== 0) continue;
    runs[end] = start;
    runs[end + 1] = at;
    runs[end + 2] = hash;
    runs[end + 3] = check;
    runs[end + 4] = traits;
    end += runFields;
  }
  return end;
}

/** Names and words, with spaces between them. Joining strings takes longer than all before. */
function joined(): string {
  let length = 0;
  for (const terms of [names, words]) {
    for (const { from, to } of terms) {
      if (length > 0) codes[length++] = 32;
      for (let at = from; at < to; at++) codes[length++] = table.codes[at]!;
    }
  }
  if (isBigEndian) bytes.swap16();
  return bytes.toString('utf16le', 0, 2 * length);
}

function runOf(run: string, traits: number): Run {
  if ((traits & foreign) !== 0) return foundBy([], wordsOf(run));
  if (!isRare(traits, run.length)) return foundBy([], [run.toLowerCase()]);
  if (isHash(run, traits)) return foundBy([], []);
  const parts = (traits & (camel | underscore)) === 0 ? [] : partsOfName(run);
  if ((traits & underscore) === 0) return foundBy([run], parts);
  // `max_age` as `maxage`: the index splits words at signs. Whoever looks for one looks for both.
  return foundBy(parts.length > 1 ? [parts.join('')] : [], parts);
}

function foundBy(names: readonly string[], words: readonly string[]): Run {
  const isTerm = (text: string): boolean => text.length > 2 && text.length <= longest;
  return {
    names: names.filter(isTerm).map((name) => table.term(name, name)),
    words: words.filter(isTerm).map((word) => table.term(word, inRest(word))),
  };
}

const lower = 1;
const upper = 2;
const digit = 4;
const underscore = 8;
const camel = 16;
const beginsWithDigit = 32;
const foreign = 64;

/** Longer ones are no words. */
const longest = 48;

/** The trait of each character below 128, looked up: this is asked for each character of every output. */
const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return lower;
  if (code >= 65 && code <= 90) return upper;
  if (code >= 48 && code <= 57) return digit;
  return code === 95 ? underscore : 0;
});

/** Not the signs of Latin-1, nor the blocks of punctuation, arrows, boxes and symbols. */
function traitOf(code: number): number {
  return code >= 0xc0 && (code < 0x2000 || code > 0x2e7f) ? foreign : 0;
}

function isRare(traits: number, length: number): boolean {
  if (length < 4 || length > longest) return false;
  // In capitals, with a digit, or of several words.
  return (traits & lower) === 0 || (traits & (digit | underscore | camel)) !== 0;
}

/** Parts of ids and hashes: as rare as can be, and nobody types them. Short ones are commits. */
function isHash(run: string, traits: number): boolean {
  return (traits & digit) !== 0 && run.length > 12 && /^[0-9a-f]+$/i.test(run);
}
