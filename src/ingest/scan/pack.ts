import { hash } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import type { EventFacts } from '../../model/event-facts.ts';
import type { Findings } from '../analysis/file-analysis.ts';
import type { PieceDraft, ScanBatch, ScanJob } from './scan-batch.ts';

/** A batch that was not analysed yet. */
export interface LooseBatch extends Omit<ScanBatch, 'findings'> {
  /** Of each event, at the same place. */
  readonly facts: readonly EventFacts[];
  /** In the first batch of a file that goes on: the facts of what came before, unless `Resume.isAnalysed`. */
  readonly earlier?: readonly EventFacts[];
}

/** Blocks of the version before, which a rewritten file may share. */
export function knownBlocks({ resume }: ScanJob): ReadonlySet<string> {
  return new Set(resume?.evicted ? [] : resume?.pieces.map(({ hash }) => hash));
}

/** What is sent of a batch: what was found in it instead of the facts. */
export function analysed({ facts: _facts, earlier: _earlier, ...batch }: LooseBatch, findings: Findings): ScanBatch {
  return { ...batch, findings };
}

/** A piece of a file by its hash; compressed, unless the store is `known` to have the block. */
export function packPiece(
  { start, runsBefore, bytes }: { readonly start: number; readonly runsBefore: string; readonly bytes: Uint8Array },
  known: ReadonlySet<string>,
): PieceDraft {
  const name = hash('sha256', bytes, 'hex');
  return { start, length: bytes.length, hash: name, data: known.has(name) ? undefined : compress(bytes), runsBefore };
}

export function compress(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { chunkSize: 256 * 1024, params: { [constants.ZSTD_c_compressionLevel]: 3 } });
}
