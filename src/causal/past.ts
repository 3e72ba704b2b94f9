import { Postings } from './postings.ts';
import { hashOf, looks, type Marks, type Text } from './read-text.ts';
import { nameOf, type EditText, type FileOf, type Step } from './step.ts';
import { WordSet } from './word-set.ts';

/** Further back than this no cause is looked for: one that far away is hardly ever a direct one, and memory stays small. */
const horizon = 1_000;
/** Room for words and lines, at first and at most. Most sessions are small. */
const room = { words: [512, 32_768], lines: [128, 8_192] } as const;

/** How a step holds a word. */
export const marks = {
  shown: 0,
  /** The edit put it there. */
  introduced: 1,
} as const;

/** The session so far: its steps, and which of them showed what. */
export class Past {
  readonly #steps: (Step | undefined)[] = [];
  #first = 0;
  readonly words = new Postings(...room.words);
  /** Words by the edits that brought them in. */
  readonly introduced = new Postings(...room.lines);
  readonly lines = new Postings(...room.lines);
  /** Files by the results and prompts that name them. */
  readonly names = new Postings(...room.lines);
  readonly paths = new Postings(...room.lines);
  /** Files by the calls that looked at them or changed them. */
  readonly touched = new Postings(...room.lines);

  get length(): number {
    return this.#steps.length;
  }

  at(index: number): Step | undefined {
    return this.#steps[index];
  }

  add(step: Step): void {
    this.#steps.push(step);
    if (this.#steps.length - this.#first > horizon) this.#steps[this.#first++] = undefined;
  }

  /** Earlier steps, newest first, until the visitor has seen enough and says so, or `most` of them. */
  back(from: Step, most: number, visit: (step: Step) => boolean | void): void {
    const last = Math.max(this.#first, from.index - most);
    for (let index = from.index - 1; index >= last; index--) if (visit(this.#steps[index]!) === true) return;
  }

  /** What a step showed: the result of a call, the words of a prompt, what an edit wrote. */
  show(step: Step, { words, lines, names, paths }: Text): void {
    addAll(this.words, words, step);
    addAll(this.lines, lines, step);
    addAll(this.names, names, step);
    addAll(this.paths, paths, step);
  }

  touch(step: Step, files: readonly FileOf[]): void {
    for (const { path } of files) this.touched.add(hashOf(nameOf(path)), step.index);
  }

  /** What an edit brought in. */
  write(step: Step, { oldRead, textRead }: EditText): void {
    const old = new WordSet(oldRead.words.hash);
    const { words, lines } = textRead;
    for (let at = 0; at < words.length; at++) {
      const hash = words.hash[at]!;
      if (old.has(hash)) continue;
      this.introduced.add(hash, step.index);
      this.words.add(hash, step.index, marks.introduced);
    }
    addAll(this.lines, lines, step);
  }

  weights({ hash, look, length }: Marks): Float64Array {
    const weights = new Float64Array(length);
    for (let at = 0; at < length; at++) weights[at] = this.weight(hash[at]!, look[at]!);
    return weights;
  }

  /** How much a word says: much when few steps had it, and more when it looks like code. */
  weight(hash: number, look: number): number {
    const count = this.words.count(hash);
    // log(1 + (steps + 1) / (count + 1)), without taking logarithms of the same numbers again and again.
    const rare = logarithm(this.length + count + 2) - logarithm(count + 1);
    return rare * (look === looks.code ? 1 : look === looks.long ? 0.6 : 0.3);
  }
}

/** Most words of a text come again in it; those that have just been added are known by a glance at a small table. */
function addAll(postings: Postings, { hash, length }: Marks, step: Step): void {
  const round = ++rounds;
  for (let at = 0; at < length; at++) {
    const word = hash[at]!;
    const slot = word & (addedLately.length - 1);
    if (addedLately[slot] === word && addedIn[slot] === round) continue;
    addedLately[slot] = word;
    addedIn[slot] = round;
    postings.add(word, step.index);
  }
}

const addedLately = new Int32Array(4096);
const addedIn = new Float64Array(addedLately.length);
let rounds = 0;

const logarithms = Float64Array.from({ length: 8_192 }, (_, number) => Math.log(number));

function logarithm(number: number): number {
  return number < logarithms.length ? logarithms[number]! : Math.log(number);
}
