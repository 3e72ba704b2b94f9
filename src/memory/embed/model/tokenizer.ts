/** Cuts texts into the pieces of words that a BERT model knows. */
export class Tokenizer {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #unknown: number;
  readonly #start: number;
  readonly #end: number;

  /** `ids` are the numbers of words; pieces that do not begin a word have `##` before them. */
  constructor(ids: ReadonlyMap<string, number>) {
    this.#ids = ids;
    const idOf = (mark: string): number => {
      const id = this.#ids.get(mark);
      if (id === undefined) throw new TypeError(`The vocabulary has no ${mark}.`);
      return id;
    };
    this.#unknown = idOf('[UNK]');
    this.#start = idOf('[CLS]');
    this.#end = idOf('[SEP]');
  }

  /** The numbers of its pieces, with those of the start and the end around them; what is too long is cut off. */
  tokens(text: string, max: number): number[] {
    const found = [this.#start];
    // Marks of the model that stand in the text stand for themselves.
    for (const part of cut(text, longestText).split(marks)) {
      const mark = marks.test(part) ? this.#ids.get(part) : undefined;
      if (mark !== undefined) found.push(mark);
      else for (const word of wordsIn(part)) if (found.length < max) this.#addPieces(word, found);
    }
    return [...found.slice(0, max - 1), this.#end];
  }

  /** The longest known beginning, then the longest of the rest, and so on; unknown if a rest is left. */
  #addPieces(word: string, found: number[]): void {
    const before = found.length;
    if (word.length > longestWord && [...word].length > longestWord) {
      found.push(this.#unknown);
      return;
    }
    for (let start = 0; start < word.length;) {
      let end = word.length;
      let id: number | undefined;
      for (; end > start; end--) {
        id = this.#ids.get(start === 0 ? word.slice(0, end) : `##${word.slice(start, end)}`);
        if (id !== undefined) break;
      }
      if (id === undefined) {
        found.splice(before, Infinity, this.#unknown);
        return;
      }
      found.push(id);
      start = end;
    }
  }
}

const longestWord = 100;
/** 256 tokens are rarely more than a thousand characters. */
const longestText = 8000;

const marks = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
const ignored = /[\0\uFFFD\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const ideograph =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const wordOrSign = /[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\s]+/gu;

/** Lower case, without accents; punctuation and Chinese characters stand alone. */
function wordsIn(text: string): readonly string[] {
  const plain = text
    .replace(/[\t\n\r]/g, ' ')
    .replace(ignored, '')
    .replace(ideograph, ' $& ')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    // Each letter by itself: at the end of a word JavaScript would choose another small sigma.
    .replaceAll('Σ', 'σ')
    .toLowerCase();
  return plain.match(wordOrSign) ?? [];
}

/** Not in the middle of a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const isPair = /[\uD800-\uDBFF]/.test(text[length - 1]!);
  return text.slice(0, isPair ? length - 1 : length);
}
