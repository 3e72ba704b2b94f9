/** A block of more lines than this is found again from its last lines only. */
const remembered = 2_000;

/** Where the last lines began, for events that span several. Its state is a short list of numbers. */
export class LineStarts {
  readonly #starts: number[];
  /** Of the last line. */
  #number: number;

  constructor(state?: LineStartsState) {
    this.#starts = [...(state?.starts ?? [])];
    this.#number = state?.number ?? 0;
  }

  add(number: number, offset: number): void {
    this.#starts.push(offset);
    if (this.#starts.length > 2 * remembered) this.#starts.splice(0, remembered);
    this.#number = number;
  }

  /** The line, or the first one after it that is remembered. */
  from(number: number): { readonly line: number; readonly offset: number } {
    const back = Math.min(Math.max(0, this.#number - number), this.#starts.length - 1);
    return { line: this.#number - back, offset: this.#starts.at(-1 - back)! };
  }

  state(): LineStartsState {
    return { number: this.#number, starts: this.#starts.slice(-remembered) };
  }
}

export interface LineStartsState {
  readonly number: number;
  readonly starts: readonly number[];
}
