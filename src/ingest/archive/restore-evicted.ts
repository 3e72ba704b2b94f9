import type { Source } from '../../sources/source.ts';
import type { Store } from '../../store/store.ts';
import { comparePieces } from '../scan/compare-pieces.ts';
import { compress } from '../scan/pack.ts';
import type { ScanJob } from '../scan/scan-batch.ts';
import { bytesOfJob } from '../scan/scan.ts';

/** Puts the bytes of an evicted file back, as far as the file still holds what it held when it was read. */
export async function restoreEvicted({ write }: Store, job: ScanJob, source: Source): Promise<void> {
  const { path, resume } = job;
  await comparePieces(bytesOfJob(job, source)(path, 0), resume?.pieces ?? [], (piece, bytes) =>
    write.restoreBytes(path, [{ ...piece, data: compress(bytes) }]),
  );
}
