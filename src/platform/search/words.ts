/**
 * Text in the form the index takes. Words are split at spaces and signs, and Chinese, Japanese and Korean have few of
 * them: a run of their characters is indexed as its overlapping pairs and its last character, so that any part of it is
 * found.
 */
export function indexText(text: string): string {
  if (!maybeCjk.test(text)) return text;
  return text.normalize('NFC').replaceAll(cjkRun, (run) => {
    const characters = [...run];
    return ` ${[...pairs(characters), characters.at(-1)].join(' ')} `;
  });
}

/** A word as the index has it, or a prefix of one. */
export interface IndexedWord {
  readonly word: string;
  readonly isPrefix: boolean;
  /** In the rest of a long text or an output too, not only in the beginning. */
  readonly isAnywhere?: boolean;
}

/**
 * A plain word of the rest of a long text, as the index has it: apart from the words of beginnings, so that a question
 * can be asked of these alone. Chinese, Japanese and Korean are not kept apart, as their runs are split later.
 */
export function inRest(word: string): string {
  // Most begin so, and are asked for by the million.
  return word.charCodeAt(0) < 128 || !maybeCjk.test(word) ? restMark + word : word;
}

/** For private use: both indexes take it for a letter, and nobody types it. */
const restMark = '\uf8f0';

/**
 * The words of a query that must all be there: as complete words (`finished`), and with the last one as a prefix.
 * Absent where there is no word, or none that could be a prefix.
 */
export function searchTerms(typed: string): {
  readonly finished?: readonly IndexedWord[];
  readonly begun?: readonly IndexedWord[];
} {
  const words = wordsOf(typed).slice(0, maxWords);
  const last = words.pop();
  if (last === undefined) return {};
  const before = words.flatMap(indexedWords);
  const finished = [...before, ...indexedWords(last)];
  if (maybeCjk.test(last) || last.length < shortestBeginning) return { finished };
  return { finished, begun: [...before, { word: last, isPrefix: true }] };
}

/** A word as the index has it: Chinese, Japanese and Korean as the pairs that must all be there. */
export function indexedWords(word: string): readonly IndexedWord[] {
  if (!maybeCjk.test(word)) return [{ word, isPrefix: false }];
  const characters = [...word];
  // A single character is found at the beginning of a pair.
  return characters.length === 1
    ? [{ word, isPrefix: true }]
    : pairs(characters).map((pair) => ({ word: pair, isPrefix: false }));
}

/** The words of a text, cut as the index cuts them. */
export function wordsOf(text: string): string[] {
  // Most texts, in a quarter of the time.
  if (!beyondAscii.test(text)) return text.toLowerCase().match(asciiWords) ?? [];
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(cjkRun, ' $& ')
    .split(notInWords)
    .filter((word) => word !== '');
}

/** The indexed words of a text, sorted, with blanks between them: the same for every index. */
export function sameWords(words: string): string {
  return [...new Set(words.split(' ').map((word) => word.slice(0, longestIndexed).toWellFormed()))]
    .sort()
    .slice(0, maxIndexed)
    .join(' ');
}

/** PostgreSQL accepts words of up to 2 kB; longer ones are found by their prefix. */
export const longestIndexed = 500;
/** A text of a few hundred bytes has far fewer; a tsvector may have 1 MB. */
export const maxIndexed = 2_000;

function pairs(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, at) => characters[at]! + character);
}

const beyondAscii = /[^\u0000-\u007f]/;
const asciiWords = /[a-z0-9]+/g;
// Letters by SQLite's tables of Unicode 6.1; newer ones disagree about a few signs of two scripts.
const notInWords = /(?:[^\p{L}\p{N}\p{Co}]|[\u19b0-\u19c9\u1cf2\u1cf3])+/u;

// Fast, and never false for a text in which the exact expression below finds something.
const maybeCjk =
  /[\u3005-\u3007\u3031-\u3035\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\ud840-\ud88f\u1100-\u11ff]/;
const cjkRun =
  /[\u3005-\u3007\u3031-\u3035\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{323af}]+/gu;

const maxWords = 16;
// Two letters are a prefix of so many words that collecting them takes too long.
const shortestBeginning = 3;
