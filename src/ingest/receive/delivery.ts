import type { PieceRow } from '../../store/store.ts';

/** What is new in one file of a machine: appended to what the receiver has of it, or in place of its end. */
export interface Delivery {
  /** As the machine names it. */
  readonly path: string;
  /** The reader of the file. */
  readonly source: string;
  /** What the sender believes the receiver has; null when nothing. */
  readonly base: Base | null;
  /** So many bytes of `base` stay; with fewer than it has, the file was rewritten and a new version begins. */
  readonly keep: number;
  /** What follows them: whole records, redacted. */
  readonly bytes: Uint8Array;
  /** As the file system of the machine has it. */
  readonly mtimeMs: number;
  /** When the machine found the file (ms). */
  readonly foundAt?: number;
  /** The repository of each folder that its sessions worked in: only the machine's disk shows it. */
  readonly repositories: Readonly<Record<string, string>>;
}

/** A state of a received file. */
export interface Base {
  readonly version: number;
  readonly bytes: number;
  /** Changes with every byte: a hash of its pieces. */
  readonly etag: string;
}

/** All that a machine sends in one request. */
export interface Push {
  readonly machine: string;
  /** Nothing was redacted. */
  readonly raw: boolean;
  readonly deliveries: readonly Delivery[];
}

export type Piece = Pick<PieceRow, 'start' | 'length' | 'hash'>;

/** What became of a delivery. */
export type Received =
  | ({ readonly path: string; readonly is: 'kept' } & Base)
  /** The receiver has something else than `base`: these pieces. Nothing was stored. */
  | ({ readonly path: string; readonly is: 'differs'; readonly pieces: readonly Piece[] } & Base)
  /** It will not be stored, and need not be sent again. */
  | { readonly path: string; readonly is: 'refused'; readonly reason: Refusal; readonly message: string };

/** `forgotten` and `not-recognised` are final; the others may change with the receiver's version. */
export type Refusal = 'forgotten' | 'not-recognised' | 'unknown-source' | 'unreadable' | 'bad-path';

export interface Receipt {
  readonly files: readonly Received[];
  /** Added to the archive. */
  readonly events: number;
  readonly sessions: number;
}
