import type { PairKind, Sink } from './sink.ts';

export interface Pair {
  readonly one: string;
  readonly other: string;
  readonly kind: PairKind;
  readonly source: number;
}

export interface Prose {
  readonly text: string;
  /** Which source it came from: words that many sources use are worth learning. */
  readonly source: number;
}

/**
 * Keeps what sources say, each sentence once: copies of a page in several packages must not count as several
 * opinions.
 */
export class Gathering implements Sink {
  readonly texts: Prose[] = [];
  readonly pairs: Pair[] = [];
  readonly #seen = new Set<number>();
  source = 0;

  prose(text: string): void {
    if (text.length > 15 && this.#isNew(text)) this.texts.push({ text: text.slice(0, 3000), source: this.source });
  }

  pair(one: string, other: string, kind: PairKind): void {
    const a = one.trim().slice(0, 400);
    const b = other.trim().slice(0, 400);
    if (a.length < 3 || b.length < 8 || a === b || !this.#isNew(`${a}\n${b}`)) return;
    this.pairs.push({ one: a, other: b, kind, source: this.source });
  }

  #isNew(text: string): boolean {
    let one = 0x811c9dc5;
    let two = 0x1000193;
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
      two = Math.imul(two + text.charCodeAt(at), 0x5bd1e995) ^ (two >>> 15);
    }
    const key = (one >>> 0) * 0x100000 + ((two >>> 0) & 0xfffff);
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}
