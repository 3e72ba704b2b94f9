import type { SessionUid } from '../../model/ids.ts';
import type { Disposition } from '../../model/words.ts';

// The agents' own bytes, as stored; see store.ts.

/** A file and how far it has been read. */
export interface FileMark {
  /** Counts from 1 in its tree, in the order in which files were first stored; set by the store. */
  readonly number?: number;
  /**
   * On disk; for a file on another machine, where several share a store, with that machine's name and a colon before it
   * (file-names.ts).
   */
  readonly path: string;
  readonly source: string;
  readonly session: SessionUid;
  /** `main`: a transcript; `beside`: a secondary source, such as hooks; `side`: a file without events. */
  readonly role: 'main' | 'beside' | 'side';
  /** Counts from 0; a rewritten file begins a new one. */
  readonly version: number;
  /** Bytes archived of this version. */
  readonly bytes: number;
  /** Bytes that were parsed: up to the end of the last whole line. */
  readonly offset: number;
  readonly lines: LineCounts;
  /** The bytes after `offset` are a line still being written, or torn for good. */
  readonly torn: boolean;
  /** As the file system had it when it was last read, to skip it unread next time. */
  readonly size: number;
  readonly mtimeMs: number;
  /** What the reader needs to continue; null for side files. */
  readonly state: string | null;
  /** When it was first come upon (ms); absent in older archives. */
  readonly foundAt?: number;
  /** When it was last read (ms). */
  readonly readAt: number;
  /** Its bytes were evicted. */
  readonly evicted?: true;
}

export type LineCounts = Readonly<Record<Disposition, number>>;

/** A stretch of a file's bytes, in one block. Blocks are shared: the same bytes of one tree are stored once. */
export interface PieceRow {
  readonly start: number;
  readonly length: number;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** zstd; absent when the block is known to be in the store. */
  readonly data?: Uint8Array;
  /** Dispositions of the lines that begin in the piece, as runs: `m12s1m3r1`. */
  readonly lines: string;
}

export interface Place {
  readonly path: string;
  readonly version: number;
  readonly offset: number;
  readonly length: number;
  readonly line: number;
}
