import { Postings, type PostingsState } from '../text/postings.ts';
import { looks, type Marks } from '../text/read-text.ts';
import type { ShownText } from '../../model/event-facts.ts';
import { horizon } from './horizon.ts';
import { logarithm } from './logarithm.ts';
import type { EditText, FileOf, Step, Target } from './step.ts';
import { HashSet } from '../../platform/hash-set.ts';

/** Room for words and lines, at first and at most. Most sessions are small. */
const room = { words: [512, 32_768], lines: [128, 8_192] } as const;

/** How a step holds a word. */
export const marks = {
  shown: 0,
  /** The edit put it there. */
  introduced: 1,
} as const;

export interface PastState extends Readonly<Record<Table, PostingsState>> {
  /** The index of the first of the steps. */
  readonly first: number;
  readonly steps: readonly Step[];
}

type Table = 'words' | 'introduced' | 'used' | 'lines' | 'names' | 'paths' | 'touched';

/** The session so far: its steps, and which of them showed what. */
export class Past {
  readonly #steps: (Step | undefined)[];
  #first: number;
  readonly words: Postings;
  /** Words by the edits that brought them in. */
  readonly introduced: Postings;
  /** Words by the calls that have them in their arguments. */
  readonly used: Postings;
  readonly lines: Postings;
  /** Files by the results and prompts that name them. */
  readonly names: Postings;
  readonly paths: Postings;
  /** Files by the calls that looked at them or changed them. */
  readonly touched: Postings;

  /** `saved`: what `state` gave. */
  constructor(saved?: PastState) {
    this.#first = saved?.first ?? 0;
    this.#steps = [...Array.from<undefined>({ length: this.#first }), ...(saved?.steps ?? [])];
    this.words = new Postings(...room.words, saved?.words);
    this.introduced = new Postings(...room.lines, saved?.introduced);
    this.used = new Postings(...room.words, saved?.used);
    this.lines = new Postings(...room.lines, saved?.lines);
    this.names = new Postings(...room.lines, saved?.names);
    this.paths = new Postings(...room.lines, saved?.paths);
    this.touched = new Postings(...room.lines, saved?.touched);
  }

  state(): PastState {
    return {
      first: this.#first,
      steps: this.#steps.slice(this.#first) as Step[],
      words: this.words.state(),
      introduced: this.introduced.state(),
      used: this.used.state(),
      lines: this.lines.state(),
      names: this.names.state(),
      paths: this.paths.state(),
      touched: this.touched.state(),
    };
  }

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

  /** Earlier steps, newest first, until the visitor returns true, or `maxSteps` of them. */
  back(from: Step, maxSteps: number, visit: (step: Step) => boolean | void): void {
    const last = Math.max(this.#first, from.index - maxSteps);
    for (let index = from.index - 1; index >= last; index--) if (visit(this.#steps[index]!) === true) return;
  }

  /** What a step showed: the result of a call, the words of a prompt, the text an edit wrote. */
  show(step: Step, { hashes, words, lines, names }: ShownText): void {
    addAll(this.words, hashes, 0, words, step);
    addAll(this.lines, hashes, words, words + lines, step);
    addAll(this.names, hashes, words + lines, words + lines + names, step);
    addAll(this.paths, hashes, words + lines + names, hashes.length, step);
  }

  touch(step: Step, files: readonly FileOf[]): void {
    for (const { nameHash } of files) this.touched.add(nameHash, step.index);
  }

  /** What a call has in its arguments. */
  use({ index, places, wordsInText }: Target): void {
    for (const place of places) this.used.add(wordsInText.hash[place]!, index);
  }

  /** What an edit introduced. */
  write(step: Step, { oldRead, textRead }: EditText): void {
    const { words, lines } = textRead;
    old.clear();
    for (let at = 0; at < oldRead.words.length; at++) old.add(oldRead.words.hash[at]!);
    for (let at = 0; at < words.length; at++) {
      const hash = words.hash[at]!;
      if (old.has(hash)) continue;
      this.introduced.add(hash, step.index);
      this.words.add(hash, step.index, marks.introduced);
    }
    addAll(this.lines, lines.hash, 0, lines.length, step);
  }

  /** For the words at these places only. Valid until the next call. */
  weights({ hash, look, length }: Marks, places: readonly number[]): Float64Array {
    if (weights.length < length) weights = new Float64Array(length * 2);
    for (const at of places) weights[at] = this.weight(hash[at]!, look[at]!);
    return weights;
  }

  /** How informative a word is: more when few steps had it, and more when it looks like code. */
  weight(hash: number, look: number): number {
    const count = this.words.count(hash);
    // log(1 + (steps + 1) / (count + 1)).
    const rare = logarithm(this.length + count + 2) - logarithm(count + 1);
    return rare * (look === looks.code ? 1 : look === looks.long ? 0.6 : 0.3);
  }
}

const old = new HashSet();
let weights = new Float64Array(1_024);

function addAll(postings: Postings, hashes: Int32Array, from: number, to: number, { index }: Step): void {
  for (let at = from; at < to; at++) postings.add(hashes[at]!, index);
}
