import type { Source } from '../../sources/source.ts';
import type { AnalysesOfFiles } from '../analysis/analysis-cache.ts';
import { FileAnalysis, nothingFound } from '../analysis/file-analysis.ts';
import { readKept, writeKept } from '../analysis/kept-analyses.ts';
import { SessionAnalysis } from '../analysis/session-analysis.ts';
import { analysed, type LooseBatch } from './pack.ts';
import { scan, scanAppended, scanArchived, type ByteSource } from './scan.ts';
import type { Resume, ScanBatch, ScanJob } from './scan-batch.ts';

/** Reads and analyses what is new in a file. `analyses` may have the analysis of what came before. */
export function readFile(job: ScanJob, source: Source, analyses?: AnalysesOfFiles): AsyncGenerator<ScanBatch> {
  return read(job, source, (task) => scan(task, source), analyses);
}

/** The same over bytes that are known to begin with what was read before. */
export function readAppended(
  job: ResumedJob,
  source: Source,
  bytes: ByteSource,
  analyses?: AnalysesOfFiles,
): AsyncGenerator<ScanBatch> {
  return read(job, source, (task) => scanAppended(task, source, bytes), analyses);
}

/** The same with a whole version, of which the archive has the blocks that are `known`. */
export function readArchived(
  job: ScanJob,
  source: Source,
  bytes: ByteSource,
  { known, analyses }: { readonly known: ReadonlySet<string>; readonly analyses?: AnalysesOfFiles | undefined },
): AsyncGenerator<ScanBatch> {
  return read(job, source, () => scanArchived(job, source, bytes, known), analyses);
}

type ResumedJob = ScanJob & { readonly resume: Resume };

async function* read<Job extends ScanJob>(
  job: Job,
  source: Source,
  batchesOf: (job: Job) => AsyncIterable<LooseBatch>,
  analyses: AnalysesOfFiles | undefined,
): AsyncGenerator<ScanBatch> {
  const { path, resume, keptAt } = job;
  const saved = resume ? (analyses?.take({ path, ...resume }) ?? keptAnalysis(job, source, resume)) : undefined;
  const task: Job = saved && resume ? { ...job, resume: { ...resume, isAnalysed: true } } : job;
  const analysis = job.identity.secondary ? undefined : new FileAnalysis(task, source, saved);
  for await (const batch of batchesOf(task)) {
    const { version, offset, last, state: scanState } = batch;
    yield analysed(batch, analysis?.add(batch) ?? nothingFound);
    if (!last || !analysis?.state) continue;
    // Whoever asks for more has stored it.
    analyses?.put({ path, version, offset }, analysis.state);
    if (keptAt === undefined) continue;
    const state = analysis.state.state();
    if (state) writeKept(keptAt, { version, offset, scanState }, state);
  }
}

/** Kept by an earlier run. */
function keptAnalysis(
  { keptAt }: ScanJob,
  source: Source,
  { version, offset, state: scanState }: Resume,
): SessionAnalysis | undefined {
  if (keptAt === undefined || scanState === null) return undefined;
  const kept = readKept(keptAt, { version, offset, scanState });
  return kept && new SessionAnalysis(source, kept);
}
