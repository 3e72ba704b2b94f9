import { longestLine, type LineBytes } from './split-lines.ts';

/** A record of a document, as `LineBytes` is a record of a file of lines. */
export interface RecordBytes extends LineBytes {
  /** The array it is an element of; undefined for the rest of the document without its records. */
  readonly within: string | undefined;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** In bytes, and in the number of pieces a name may arrive in. */
const longestName = 256;

interface Level {
  readonly isList: boolean;
  /** Dotted names from the top; undefined where no record can follow. */
  readonly path: string | undefined;
  /** Its elements are records. */
  readonly holdsRecords: boolean;
}

/**
 * Splits a JSON document into the elements of the given arrays, wherever chunks end. It looks at brackets and strings
 * only: a record's content is its reader's concern, and a damaged document yields the records before the damage.
 */
export class DocumentSplitter {
  readonly #names: ReadonlySet<string>;
  readonly #separate: boolean;
  readonly #limit: number;
  readonly #levels: Level[] = [];
  #offset = 0;
  #inString = false;
  #escaped = false;
  /** The last string at the level of names, and whether it is being read. */
  #name: Buffer[] | undefined;
  #nameText = '';
  /** Where the record that is being read begins, how deep it lies, and its bytes so far. */
  #record:
    | { readonly offset: number; readonly depth: number; readonly within: string; size: number; bytes: Buffer[] }
    | undefined;
  #frame: Buffer[] = [];
  #frameSize = 0;

  constructor(records: readonly string[], limit = longestLine) {
    this.#names = new Set(records);
    this.#separate = this.#names.has('*');
    this.#limit = limit;
  }

  *push(chunk: Buffer): Generator<RecordBytes> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) {
          this.#inString = false;
          if (this.#name) this.#nameEnds(chunk.subarray(from, at));
        }
        continue;
      }
      if (byte <= 0x20 || byte === colon) continue;
      const isEnd = byte === closeObject || byte === closeList;
      if (this.#record && this.#levels.length === this.#record.depth && (byte === comma || isEnd)) {
        // A number or a literal ends where the next value begins.
        yield this.#take(chunk.subarray(from, at));
        from = at;
      }
      if (isEnd) {
        this.#levels.pop();
        if (this.#record && this.#levels.length === this.#record.depth) {
          yield this.#take(chunk.subarray(from, at + 1));
          from = at + 1;
        }
        continue;
      }
      if (byte === comma) {
        // Commas between removed records would make the rest unreadable.
        if (this.#levels.at(-1)?.holdsRecords) {
          this.#leave(chunk.subarray(from, at));
          from = at + 1;
        }
        continue;
      }
      if (!this.#record) {
        const within = this.#recordBegins();
        if (within !== undefined) {
          this.#leave(chunk.subarray(from, at));
          from = at;
          this.#record = { offset: this.#offset + at, depth: this.#levels.length, within, size: 0, bytes: [] };
        }
      }
      if (byte === quote) {
        this.#inString = true;
        if (!this.#record && this.#levels.at(-1)?.isList === false && this.#levels.at(-1)!.path !== undefined) {
          this.#leave(chunk.subarray(from, at + 1));
          from = at + 1;
          this.#name = [];
        }
      } else if (byte === openObject || byte === openList) this.#levels.push(this.#level(byte === openList));
    }
    this.#leave(chunk.subarray(from));
    this.#offset += chunk.length;
  }

  /** Nothing is open: the document may end here. */
  get isWhole(): boolean {
    return this.#levels.length === 0 && !this.#inString && !this.#record;
  }

  /**
   * The record that is being read, or what is around the records, has grown past the limit: its bytes are no longer
   * held.
   */
  get tooLong(): boolean {
    return (this.#record?.size ?? 0) > this.#limit || this.#frameSize > this.#limit;
  }

  /** The document without its records; undefined when there was nothing else. */
  frame(): RecordBytes | undefined {
    if (this.#separate || this.#frameSize > this.#limit) return undefined;
    const bytes = Buffer.concat(this.#frame);
    return bytes.toString().trim() === '' ? undefined : { offset: this.#offset, length: 0, bytes, within: undefined };
  }

  #recordBegins(): string | undefined {
    const level = this.#levels.at(-1);
    if (!level) return this.#separate ? '*' : undefined;
    return level.holdsRecords ? level.path : undefined;
  }

  #level(isList: boolean): Level {
    const above = this.#levels.at(-1);
    // A list inside a list, or anything inside a record, has no name of its own.
    const path = this.#record
      ? undefined
      : !above
        ? ''
        : above.isList || above.path === undefined
          ? undefined
          : join(above.path, this.#nameText);
    return { isList, path, holdsRecords: isList && path !== undefined && this.#names.has(path) };
  }

  #nameEnds(last: Buffer): void {
    this.#nameText = Buffer.concat([...this.#name!, last.subarray(0, longestName)]).toString();
    this.#name = undefined;
  }

  #take(last: Buffer): RecordBytes {
    this.#hold(last);
    const { offset, size, bytes, within } = this.#record!;
    this.#record = undefined;
    // The separator after a literal is not part of it.
    const whole = size > this.#limit ? undefined : trimmedEnd(Buffer.concat(bytes));
    return { offset, length: whole?.length ?? size, bytes: whole, within };
  }

  /** Bytes that passed: of the record that is being read, or of the frame. */
  #leave(bytes: Buffer): void {
    if (bytes.length === 0) return;
    // Any string may turn out to be a name; one this long is none we look for.
    if (this.#name && this.#name.length < longestName) this.#name.push(Buffer.from(bytes.subarray(0, longestName)));
    if (this.#record) {
      this.#hold(bytes);
      return;
    }
    this.#frameSize += bytes.length;
    if (this.#frameSize > this.#limit) this.#frame = [];
    else this.#frame.push(Buffer.from(bytes));
  }

  #hold(bytes: Buffer): void {
    const record = this.#record!;
    record.size += bytes.length;
    if (record.size > this.#limit) record.bytes = [];
    else record.bytes.push(Buffer.from(bytes));
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function trimmedEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1]! <= 0x20) end--;
  return bytes.subarray(0, end);
}
