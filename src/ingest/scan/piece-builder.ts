/** Pieces close at the first line end past this size. */
export const pieceSize = 1024 * 1024;

/** For the next file: a new buffer for each makes memory grow until garbage is collected. */
let spare: Buffer | undefined;
const longestSpare = 4 * pieceSize;

/** Collects a file's bytes until a piece is cut off. Has one buffer of its own, so chunks need not outlive `append`. */
export class PieceBuilder {
  #buffer = spare ?? Buffer.allocUnsafeSlow(0);
  #length = 0;
  #start: number;

  constructor(start: number) {
    this.#start = start;
    spare = undefined;
  }

  /** Where the piece being gathered begins in the file. */
  get start(): number {
    return this.#start;
  }

  /** Bytes gathered and not yet cut off. */
  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    this.#makeRoom(this.#length + bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Passes the bytes up to `end` (an offset in the file) to `use` and removes them; the rest begins the next piece. */
  cut<Made>(end: number, use: (bytes: Buffer) => Made): Made {
    const size = end - this.#start;
    const made = use(this.#buffer.subarray(0, size));
    this.#buffer.copyWithin(0, size, this.#length);
    this.#length -= size;
    this.#start = end;
    return made;
  }

  /** No more bytes will come. */
  release(): void {
    if (this.#buffer.length <= longestSpare) spare = this.#buffer;
    this.#buffer = Buffer.allocUnsafeSlow(0);
    this.#length = 0;
  }

  #makeRoom(size: number): void {
    if (size <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(
      Math.max(size, Math.min(2 * this.#buffer.length, this.#buffer.length + 4 * pieceSize)),
    );
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
