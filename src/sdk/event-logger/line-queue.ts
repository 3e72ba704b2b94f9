/**
 * What to do with what is logged while the queue is full: write it there and then, leave it out, or leave out the
 * oldest.
 */
export type OnFull = 'wait' | 'drop-new' | 'drop-old';

export interface QueueLimits {
  /** Events; 10,000 when absent. */
  readonly limit: number;
  /** Characters; 16 million when absent. */
  readonly characters: number;
}

/** Lines that wait to be written, oldest first. It holds no more than it may. */
export class LineQueue {
  readonly #limits: QueueLimits;
  #lines: string[] = [];
  #first = 0;
  #characters = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#lines.length - this.#first;
  }

  get characters(): number {
    return this.#characters;
  }

  /** One line is taken in however long it is: nothing else would ever be. */
  get isFull(): boolean {
    return this.length >= this.#limits.limit || this.#characters >= this.#limits.characters;
  }

  /** Half empty: a waiting caller should not wake up for each line. */
  get hasRoom(): boolean {
    return this.length <= this.#limits.limit / 2 && this.#characters <= this.#limits.characters / 2;
  }

  push(line: string): void {
    this.#lines.push(line);
    this.#characters += line.length;
  }

  dropOldest(): void {
    this.#characters -= this.#lines[this.#first]!.length;
    this.#lines[this.#first] = '';
    this.#first += 1;
    if (this.#first > 1_024 && this.#first * 2 > this.#lines.length) {
      this.#lines = this.#lines.slice(this.#first);
      this.#first = 0;
    }
  }

  /** All of it. */
  take(): Batch {
    const batch = { text: this.#lines.join(''), events: this.length };
    this.#lines = [];
    this.#first = 0;
    this.#characters = 0;
    return batch;
  }
}

/** Whole lines, ready to be written. */
export interface Batch {
  readonly text: string;
  readonly events: number;
}
