import { isInside } from '../../ingest/archive/restore.ts';
import type { Base, Delivery, Piece, Received } from '../../ingest/receive/delivery.ts';
import { comparePieces } from '../../ingest/scan/compare-pieces.ts';
import type { StoreReader } from '../../store/store.ts';
import { outgoing } from './outgoing/outgoing.ts';
import type { PendingFile } from './survey.ts';
import type { Watermark } from './watermarks.ts';

/** A delivery of lines ends once it is larger than this. */
const largestDelivery = 4 * 1024 * 1024;
/** The server may have changed between two requests, but not for ever. */
const maxComparisons = 4;

interface VersionToSend {
  readonly version: number;
  /** Up to the end of its last whole record. */
  readonly to: number;
}

export interface Drawn {
  readonly delivery: Delivery;
  readonly secrets: number;
  /** Nothing of the file follows. */
  readonly isLast: boolean;
}

/** One file that is being sent: what comes next, given what the receiver has. */
export class FileCursor {
  readonly file: PendingFile;
  readonly #read: StoreReader;
  readonly #raw: boolean;
  readonly #watermark: Watermark | undefined;
  #versions: VersionToSend[] | undefined;
  #base: Base | null;
  /** Of the first version: so much of it was sent. */
  #from: number;
  /** The next delivery begins with the whole version, without so many bytes that the receiver has. */
  #skip: number | undefined;
  #drawn: { readonly version: number; readonly through: number } | undefined;
  #comparisons = 0;

  constructor(read: StoreReader, file: PendingFile, raw: boolean) {
    this.file = file;
    this.#read = read;
    this.#raw = raw;
    this.#watermark = isOfThisFile(file) ? file.watermark : undefined;
    this.#base = this.#watermark?.base ?? null;
    this.#from = this.#watermark?.bytes ?? 0;
  }

  /** The next delivery; undefined when the receiver has everything. */
  async next(): Promise<Drawn | undefined> {
    const versions = await this.#toSend();
    const [current] = versions;
    if (current === undefined) return undefined;
    const { path, mtimeMs, foundAt, source } = this.file.mark;
    const { isDocument, repositories } = this.file;
    const isFromStart = this.#skip !== undefined || isDocument || this.#from === 0;
    const skip = isFromStart ? (this.#skip ?? (await this.#shared(current))) : 0;
    const parts: Uint8Array[] = [];
    let [at, size, secrets] = [0, 0, 0];
    let through = isFromStart ? 0 : this.#from;
    const stretch = { path, version: current.version, from: through, to: current.to, isDocument, raw: this.#raw };
    for await (const part of outgoing(this.#read, stretch)) {
      const { bytes } = part;
      const fresh = bytes.subarray(Math.max(0, Math.min(bytes.length, skip - at)));
      at += bytes.length;
      through = part.through;
      if (fresh.length === 0) continue;
      parts.push(fresh);
      size += fresh.length;
      secrets += part.secrets;
      if (size >= largestDelivery && !isDocument) break;
    }
    this.#drawn = { version: current.version, through };
    const delivery: Delivery = {
      path,
      source,
      base: this.#base,
      keep: isFromStart ? Math.min(skip, this.#base?.bytes ?? 0) : (this.#base?.bytes ?? 0),
      bytes: Buffer.concat(parts),
      mtimeMs,
      ...(foundAt !== undefined && { foundAt }),
      repositories,
    };
    return { delivery, secrets, isLast: versions.length === 1 && through >= current.to };
  }

  /** Takes the receiver's answer. Returns how far the file is sent now, or why it will not be. */
  async received(answer: Received): Promise<Watermark | 'again' | 'gave-up'> {
    const { session, mark } = this.file;
    if (answer.is === 'refused') {
      this.#versions = [];
      const base = this.#base ?? nothing;
      return { session, version: mark.version, bytes: mark.offset, base, refused: answer.reason };
    }
    const { version, bytes, etag } = answer;
    this.#base = version < 0 ? null : { version, bytes, etag };
    if (answer.is === 'differs') {
      if (++this.#comparisons > maxComparisons) return 'gave-up';
      await this.#compare(answer.pieces);
      return 'again';
    }
    const drawn = this.#drawn!;
    this.#from = drawn.through;
    this.#skip = undefined;
    const [current] = this.#versions!;
    if (current !== undefined && drawn.through >= current.to) {
      this.#versions!.shift();
      if (this.#versions!.length > 0) this.#from = 0;
    }
    const pieces = this.#rewrites ? await this.#pieces(drawn.version) : undefined;
    return {
      session,
      version: drawn.version,
      bytes: drawn.through,
      base: this.#base ?? nothing,
      ...(pieces && { pieces }),
    };
  }

  /** Its agent writes it anew as it grows. */
  get #rewrites(): boolean {
    return this.file.isDocument || this.file.mark.version > 0 || isInside(this.file.mark.path);
  }

  async #pieces(version: number): Promise<readonly Piece[]> {
    return (await this.#read.pieces(this.file.mark.path, version)).map(({ start, length, hash }) => ({
      start,
      length,
      hash,
    }));
  }

  /** The versions that the receiver does not have to their end; those that were dropped are left out. */
  async #toSend(): Promise<VersionToSend[]> {
    if (this.#versions) return this.#versions;
    const { mark } = this.file;
    const watermark = this.#watermark;
    const versions: VersionToSend[] = [];
    for (let version = watermark?.version ?? 0; version <= mark.version; version++) {
      const to = version === mark.version ? mark.offset : await this.#endOf(version);
      if (to > 0) versions.push({ version, to });
    }
    const [first] = versions;
    if (first?.version !== watermark?.version) this.#from = 0;
    else if (first && this.#from >= first.to) {
      versions.shift();
      this.#from = 0;
    }
    return (this.#versions = versions);
  }

  /** An older version ends with its last whole line. */
  async #endOf(version: number): Promise<number> {
    const { path } = this.file.mark;
    const last = (await this.#read.pieces(path, version)).at(-1);
    if (!last) return 0;
    const end = last.start + last.length;
    if (this.file.isDocument) return end;
    const bytes = Buffer.concat(await Array.fromAsync(this.#read.bytes(path, version, last.start, end)));
    return last.start + bytes.lastIndexOf(10) + 1;
  }

  /** So many bytes of what was sent of the version before are at the beginning of this one. */
  async #shared({ version }: VersionToSend): Promise<number> {
    const watermark = this.#watermark;
    // Sent with nothing replaced: what is equal here is equal there.
    if (this.#base === null || !watermark || watermark.bytes !== watermark.base.bytes) return 0;
    if (this.#base.etag !== watermark.base.etag) return 0;
    const before = watermark.pieces ?? (await this.#pieces(watermark.version));
    let shared = 0;
    for (const [index, piece] of (await this.#pieces(version)).entries()) {
      if (piece.hash !== before[index]?.hash) break;
      shared = piece.start + piece.length;
    }
    return Math.min(shared, this.#base.bytes);
  }

  /** Finds what the receiver has among the versions here, and goes on from there. */
  async #compare(pieces: readonly Piece[]): Promise<void> {
    const { mark, isDocument } = this.file;
    const { path } = mark;
    this.#versions = undefined;
    const all: VersionToSend[] = [];
    for (let version = 0; version <= mark.version; version++) {
      const to = version === mark.version ? mark.offset : await this.#endOf(version);
      if (to > 0) all.push({ version, to });
    }
    let common = 0;
    for (const each of all.toReversed()) {
      const stretch = { path, version: each.version, from: 0, to: each.to, isDocument, raw: this.#raw };
      common = 0;
      const compared = await comparePieces(
        bytesOf(outgoing(this.#read, stretch)),
        withLines(pieces),
        async ({ length }) => void (common += length),
      );
      if (compared === 'other' || pieces.length === 0) continue;
      // The receiver has this version, wholly or its beginning.
      this.#versions = all.slice(all.indexOf(each));
      this.#skip = common;
      return;
    }
    this.#versions = all;
    // As far as the oldest version here begins like what is there.
    this.#skip = common;
  }
}

/** Or is it about another file that was at this path, in an archive that was made anew? */
function isOfThisFile({ mark, watermark }: PendingFile): boolean {
  if (watermark === undefined || watermark.session !== mark.session || watermark.version > mark.version) return false;
  return watermark.version < mark.version || watermark.bytes <= mark.offset;
}

const nothing: Base = { version: -1, bytes: 0, etag: '' };

async function* bytesOf(parts: ReturnType<typeof outgoing>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of parts) yield bytes;
}

function withLines(pieces: readonly Piece[]) {
  return pieces.map((piece) => ({ ...piece, lines: '' }));
}
