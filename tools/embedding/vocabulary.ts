import { nameMark, wordsOf } from '../../src/memory/embed/words.ts';
import type { Pair, Prose } from './gather.ts';
import type { PairKind } from './sink.ts';

export interface Vocabulary {
  readonly words: readonly string[];
  readonly counts: readonly number[];
  /** Prose as places in `words`; -1 for a word that is not in it. */
  readonly texts: readonly Int32Array[];
  readonly pairs: readonly PlacedPair[];
}

export interface PlacedPair {
  readonly one: Int32Array;
  readonly other: Int32Array;
  readonly kind: PairKind;
  readonly source: number;
}

/**
 * The words that most sources use, and everything said in them. Names that one package alone knows are left to their
 * letters.
 */
export function makeVocabulary(prose: readonly Prose[], said: readonly Pair[], size: number): Vocabulary {
  const counts = new Map<string, number>();
  const sources = new Map<string, number>();
  const count = (words: readonly string[], times: number): void => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + times);
  };
  const texts = prose.map(({ text }) => wordsOf(text));
  let here = new Map<string, number>();
  for (const [at, words] of texts.entries()) {
    count(words, 1);
    for (const word of words) here.set(word, (here.get(word) ?? 0) + 1);
    if (prose[at + 1]?.source === prose[at]!.source) continue;
    for (const [word, times] of here) if (times > 1) sources.set(word, (sources.get(word) ?? 0) + 1);
    here = new Map();
  }
  const pairs = said
    .map(({ one, other, ...rest }) => ({ one: wordsOf(one), other: wordsOf(other), ...rest }))
    .filter(({ one, other }) => !saysNothing(one) && !saysNothing(other));
  for (const { one, other, kind } of pairs) {
    // What errors are told in matters most here.
    const times = kind === 'error' || kind === 'message' ? 3 : 1;
    count(one, times);
    count(other, times);
  }
  const rank = (word: string): number => (sources.get(word) ?? 0) + Math.log(counts.get(word)!);
  const words = [...counts.keys()]
    .filter(
      (word) =>
        word.length > 1 &&
        !word.startsWith(nameMark) &&
        counts.get(word)! >= 8 &&
        ((sources.get(word) ?? 0) >= 3 || counts.get(word)! > 400),
    )
    .toSorted((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1))
    .slice(0, size);
  const places = new Map(words.map((word, place) => [word, place]));
  const placesOf = (text: readonly string[]): Int32Array =>
    Int32Array.from(new Set(text.flatMap((word) => places.get(word) ?? [])));
  return {
    words,
    counts: words.map((word) => counts.get(word)!),
    texts: texts.map((text) => Int32Array.from(text, (word) => places.get(word) ?? -1)),
    pairs: pairs
      .map(({ one, other, ...rest }) => ({ one: placesOf(one), other: placesOf(other), ...rest }))
      .filter(({ one, other }) => one.length > 0 && other.length > 0),
  };
}

const empty = new Set([
  'error',
  'errors',
  'example',
  'exception',
  'exceptions',
  'warning',
  'warnings',
  'note',
  'notes',
  'fatal',
  'panic',
  'description',
  'failure',
  'type',
  'value',
  'standard',
  'runtime',
  'standarderror',
  'valueerror',
  'typeerror',
  'runtimeerror',
]);

/** "ERROR" beside a message pairs it with every other. */
function saysNothing(words: readonly string[]): boolean {
  return words.every((word) => empty.has(word));
}
