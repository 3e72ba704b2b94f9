import type { HashSet } from '../../platform/hash-set.ts';

/** A term, and where its characters are in `TermTable.codes`. */
export interface Term {
  readonly from: number;
  readonly to: number;
  /** Of its lower case. */
  readonly hash: number;
  /** The number of the last text that has it. */
  seenIn: number;
}

/** What a run of letters, digits and underscores is found by. */
export interface Run {
  readonly names: readonly Term[];
  readonly words: readonly Term[];
}

/**
 * The runs of letters that were read lately, by two hashes of their characters: most runs of a text are also in others,
 * and are recognised without making a string of them. Bounded: when it is full it begins anew.
 */
export class TermTable {
  readonly codes = new Uint16Array(codeCount);
  #codes = 0;

  /** Of each slot: the two hashes, the last text that has the run, and the run's place below, from 1. */
  readonly #slots = new Int32Array(4 * slotCount);
  readonly #runs: Run[] = [];
  readonly #terms = new Map<string, Term>();
  #text = 0;

  /** The number of the next text. */
  nextText(): number {
    if (this.#runs.length > runLimit || this.#codes > codeLimit) {
      this.#slots.fill(0);
      this.#runs.length = 0;
      this.#terms.clear();
      this.#codes = 0;
    }
    this.#text += 1;
    return this.#text;
  }

  /** Undefined if the text has had it, 0 if it is not known. */
  newRun(hash: number, check: number): Run | 0 | undefined {
    const slot = this.#slotOf(hash, check);
    const slots = this.#slots;
    if (slots[slot + 3] === 0) return 0;
    if (slots[slot + 2] === this.#text) return undefined;
    slots[slot + 2] = this.#text;
    return this.#runs[slots[slot + 3]! - 1];
  }

  add(hash: number, check: number, run: Run): void {
    const slot = this.#slotOf(hash, check);
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = check;
    this.#slots[slot + 2] = this.#text;
    this.#slots[slot + 3] = this.#runs.push(run);
  }

  /** The same object for the same `indexed`, which is how the index has the word. */
  term(word: string, indexed: string): Term {
    let term = this.#terms.get(indexed);
    if (term === undefined) {
      const hash = hashOf(word.toLowerCase());
      const from = this.#codes;
      for (let at = 0; at < indexed.length; at++) this.codes[this.#codes++] = indexed.charCodeAt(at);
      term = { from, to: this.#codes, hash, seenIn: 0 };
      this.#terms.set(indexed, term);
    }
    return term;
  }

  /** Where it is, or would be. */
  #slotOf(hash: number, check: number): number {
    const slots = this.#slots;
    let at = (hash ^ (hash >>> 15)) & lastSlot;
    while (slots[4 * at + 3] !== 0 && (slots[4 * at] !== hash || slots[4 * at + 1] !== check)) at = (at + 1) & lastSlot;
    return 4 * at;
  }
}

/** Of a run's characters, one by one from `firstHash` and `firstCheck`. */
export const firstHash = 0x811c9dc5 | 0;
export const firstCheck = 0x9e3779b9 | 0;

export function nextHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

export function nextCheck(check: number, code: number): number {
  return (Math.imul(check, 0x85ebca6b) + code) | 0;
}

function hashOf(text: string): number {
  let hash = firstHash;
  for (let at = 0; at < text.length; at++) hash = nextHash(hash, text.charCodeAt(at));
  return hash;
}

/** Of its runs of `a`–`z` and digits, in lower case. */
export function addTermHashes(text: string, hashes: HashSet): void {
  const low = text.toLowerCase();
  let hash = firstHash;
  let start = 0;
  for (let at = 0; at <= low.length; at++) {
    const code = at === low.length ? 0 : low.charCodeAt(at);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      hash = nextHash(hash, code);
      continue;
    }
    if (at > start) hashes.add(hash);
    start = at + 1;
    hash = firstHash;
  }
}

const slotCount = 1 << 16;
const lastSlot = slotCount - 1;
/** Half, because a text may add a quarter of its length: a run has three letters, and a sign is behind it. */
const runLimit = slotCount >> 1;
const codeCount = 1 << 20;
/** One text adds less than the rest: twice its length, and what marks its words. */
const codeLimit = codeCount >> 1;
