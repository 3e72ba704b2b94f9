/** Pieces close at the first line end past this size; DESIGN §7 has the measurements behind it. */
export const pieceSize = 1024 * 1024;

/** Gathers a file's bytes until a piece of them is cut off. */
export class PieceBuilder {
  #parts: Buffer[] = [];
  #length = 0;
  #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  /** Where the piece being gathered begins in the file. */
  get start(): number {
    return this.#start;
  }

  /** Bytes gathered and not yet cut off. */
  get length(): number {
    return this.#length;
  }

  append(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  /** The bytes up to `end` (a place in the file); what lies beyond begins the next piece. */
  cut(end: number): Buffer {
    const all = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    const size = end - this.#start;
    const rest = all.subarray(size);
    this.#parts = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    this.#start = end;
    return all.subarray(0, size);
  }
}
