import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStemma, type Stemma } from '../src/index.ts';

/** Ingests the files into an archive of their own, which is gone when the work is done. */
export async function withArchive<Result>(
  files: readonly string[],
  work: (stemma: Stemma, home: string) => Promise<Result>,
): Promise<Result> {
  const home = mkdtempSync(join(tmpdir(), 'stemma-eval-'));
  try {
    await using stemma = await openStemma({ home });
    await stemma.ingest({ paths: [...files] });
    return await work(stemma, home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
