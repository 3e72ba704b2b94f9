import { hash } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import type { PieceDraft, ScanBatch, ScanJob } from './scan-batch.ts';

/** A batch whose piece is still as it was in the file. */
export type LooseBatch = Omit<ScanBatch, 'piece'> & { readonly piece: LoosePiece | undefined };

export interface LoosePiece {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly runsBefore: string;
}

/** Blocks of the version before, which a rewritten file may share. */
export function knownBlocks({ resume }: ScanJob): ReadonlySet<string> {
  return new Set(resume?.evicted ? [] : resume?.pieces.map(({ hash }) => hash));
}

/**
 * Names a batch's piece by its hash and compresses it, unless the store is `known` to have the block. Done by the
 * reading thread, not the writing one, which balances their work.
 */
export function pack(batch: LooseBatch, known: ReadonlySet<string>): ScanBatch {
  return { ...batch, piece: batch.piece && packPiece(batch.piece, known) };
}

function packPiece({ start, bytes, runsBefore }: LoosePiece, known: ReadonlySet<string>): PieceDraft {
  const name = hash('sha256', bytes, 'hex');
  return { start, length: bytes.length, hash: name, data: known.has(name) ? undefined : compress(bytes), runsBefore };
}

export function compress(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { chunkSize: 256 * 1024, params: { [constants.ZSTD_c_compressionLevel]: 3 } });
}
