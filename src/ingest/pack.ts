import { webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { PieceDraft, ScanBatch } from './scan-batch.ts';

/** A batch whose piece is still as it was in the file. */
export type LooseBatch = Omit<ScanBatch, 'piece'> & { readonly piece: LoosePiece | undefined };

export interface LoosePiece {
  readonly start: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly runsBefore: string;
}

/** Pieces that may be in the works: hashing and compressing go on in Node's thread pool while the next piece is read. */
const atOnce = 1;

/** The batches in order, their pieces named by their hash and compressed; those whose block is `known` without their bytes. */
export async function* packed(batches: AsyncIterable<LooseBatch>, known: ReadonlySet<string> = new Set()): AsyncGenerator<ScanBatch> {
  const inTheWorks: Promise<ScanBatch>[] = [];
  for await (const batch of batches) {
    const packing = pack(batch, known);
    // Whoever asks for it gets the error; until then it is nobody's business.
    packing.catch(() => {});
    inTheWorks.push(packing);
    if (inTheWorks.length > atOnce) yield await inTheWorks.shift()!;
  }
  for (const packing of inTheWorks) yield await packing;
}

async function pack(batch: LooseBatch, known: ReadonlySet<string>): Promise<ScanBatch> {
  return { ...batch, piece: batch.piece && (await packPiece(batch.piece, known)) };
}

async function packPiece({ start, bytes, runsBefore }: LoosePiece, known: ReadonlySet<string>): Promise<PieceDraft> {
  const [hash, data] = await Promise.all([digest(bytes), compress(bytes)]);
  return { start, length: bytes.length, hash, data: known.has(hash) ? undefined : data, runsBefore };
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

function compress(bytes: Uint8Array): Promise<Uint8Array> {
  // One trip to the pool: with Node's own 16 KB at a time a megabyte takes eight.
  return promisify(zstdCompress)(bytes, { chunkSize: 256 * 1024, params: { [constants.ZSTD_c_compressionLevel]: 3 } });
}
