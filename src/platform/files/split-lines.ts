/** A line longer than this is kept as bytes but never parsed: no record of an agent is that long. */
export const longestLine = 16 * 1024 * 1024;

const newline = 10;

export interface LineBytes {
  /** Where the line begins in the file. */
  readonly offset: number;
  /** With its newline. */
  readonly length: number;
  /** Without its newline; undefined when the line is longer than `longestLine`. */
  readonly bytes: Buffer | undefined;
}

/**
 * Splits chunks of a file into lines, wherever chunks end. Holds back what follows the last newline. A line's bytes are
 * valid until the next chunk.
 */
export class LineSplitter {
  #held: Buffer[] = [];
  #heldLength = 0;
  #offset: number;
  readonly #limit: number;

  constructor(offset: number, limit = longestLine) {
    this.#offset = offset;
    this.#limit = limit;
  }

  *push(chunk: Buffer): Generator<LineBytes> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield this.#take(chunk.subarray(start, end), 1);
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
  }

  /** Bytes since the last newline. */
  get pending(): number {
    return this.#heldLength;
  }

  /** The unfinished line has grown past the limit: its bytes are no longer held. */
  get tooLong(): boolean {
    return this.#heldLength > this.#limit;
  }

  /** Leaves out bytes that belong to no line. */
  skip(bytes: number): void {
    this.#offset += bytes;
  }

  /** The unfinished last line, as if it had ended here; undefined when there is none. */
  rest(): LineBytes | undefined {
    return this.#heldLength === 0 ? undefined : this.#take(Buffer.alloc(0), 0);
  }

  #take(end: Buffer, terminator: 0 | 1): LineBytes {
    const size = this.#heldLength + end.length;
    const whole = this.#heldLength === 0 ? end : Buffer.concat([...this.#held, end]);
    const line = { offset: this.#offset, length: size + terminator, bytes: size > this.#limit ? undefined : whole };
    this.#offset += line.length;
    this.#held = [];
    this.#heldLength = 0;
    return line;
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#heldLength += bytes.length;
    // Past the limit only the length matters: the bytes would never be read.
    if (this.#heldLength > this.#limit) this.#held = [];
    else this.#held.push(Buffer.from(bytes));
  }
}
