import { common } from '../text/common.ts';
import { maxHolders } from '../text/postings.ts';
import { marks, type Past } from './past.ts';
import { isBefore, type Target } from './step.ts';

/** Words with less information say nothing about where they come from. */
export const minWeight = 0.5;

/**
 * The informative words of a call, and for each the steps before it that showed it, latest first. Looked up once for all
 * rules, in arrays that are reused: valid until the next call.
 */
export class ShownBefore {
  /** How many words. */
  count = 0;
  /** The place of each word among the words of the call. */
  places = new Int32Array(64);
  /** The last step that showed the word and did not merely repeat its own arguments; -1 for none. */
  learned = new Int32Array(64);
  /** Where the steps of each word begin; those of the next begin where they end. */
  from = new Int32Array(64 + 1);
  steps = new Int32Array(64 * maxHolders);
  /** How each of them holds it. */
  marks = new Uint8Array(64 * maxHolders);

  find(target: Target, past: Past): void {
    this.count = 0;
    this.#reserve(target.places.length);
    const { hash } = target.wordsInText;
    let end = 0;
    for (const place of target.places) {
      if (target.weights[place]! < minWeight || common.has(hash[place]!)) continue;
      this.places[this.count] = place;
      this.from[this.count] = end;
      end = this.#add(hash[place]!, end, target, past);
      this.count++;
    }
    this.from[this.count] = end;
  }

  /** Whether a step showed a word, by its number here. */
  isShownBy(word: number, step: number): boolean {
    for (let at = this.from[word]!; at < this.from[word + 1]!; at++) if (this.steps[at] === step) return true;
    return false;
  }

  #add(hash: number, from: number, target: Target, past: Past): number {
    const shown = past.words.of(hash);
    let to = from;
    let learned = -1;
    for (let at = 0; at < shown.length; at++) {
      const index = shown.steps[at]!;
      const step = past.at(index);
      if (!step || !isBefore(step, target)) continue;
      const mark = shown.marks[at]!;
      this.steps[to] = index;
      this.marks[to++] = mark;
      // A call's own arguments come back in its result as an echo.
      if (learned < 0 && (mark === marks.introduced || step.isPrompt || !step.words.has(hash))) learned = index;
    }
    this.learned[this.count] = learned;
    return to;
  }

  #reserve(words: number): void {
    if (words <= this.places.length) return;
    const room = 2 ** Math.ceil(Math.log2(words));
    this.places = new Int32Array(room);
    this.learned = new Int32Array(room);
    this.from = new Int32Array(room + 1);
    this.steps = new Int32Array(room * maxHolders);
    this.marks = new Uint8Array(room * maxHolders);
  }
}
