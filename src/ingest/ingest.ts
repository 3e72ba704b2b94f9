import { calibration } from '../causal/calibration.ts';
import type { SessionUid } from '../model/ids.ts';
import { StemmaError } from '../model/stemma-error.ts';
import type { Machine, Source } from '../sources/source.ts';
import type { FileMark, LineCounts, Store } from '../store/store.ts';
import { restoreEvicted } from './archive/restore-evicted.ts';
import { analyze, analyzeSession, type AnalyzeOptions } from './analysis/analyze.ts';
import { detailTitles } from './analysis/detail-titles.ts';
import { isExcluded, type Problem } from './find/find-files.ts';
import { Keeper } from './keep/keep.ts';
import type { Domains } from './keep/session-rows.ts';
import { inLargeSteps, LargeSteps } from './keep/large-steps.ts';
import { linkSessions } from './link/link.ts';
import { type LeftOut, withinBytes } from './find/within-bytes.ts';
import { newBytes, plan, type Task, withResume } from './find/plan.ts';
import { noLines, type ScanBatch, sumLines } from './scan/scan-batch.ts';
import { ScannerChoice } from './scan/scanner.ts';
import { keepSideFiles } from './keep/side-files.ts';
import type { AnalysisCache } from './analysis/analysis-cache.ts';

export interface IngestOptions {
  readonly store: Store;
  readonly sources: readonly Source[];
  readonly machine: Machine;
  /** Files and folders to read; everything found on this machine when absent. */
  readonly paths?: readonly string[];
  /** Name of the only source to look for. */
  readonly only?: string;
  /** Paths and glob patterns of files and working directories that are never ingested. */
  readonly exclude: readonly string[];
  readonly workspace: string;
  /** Fields of work, by the name of a repository. */
  readonly domains?: Domains;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /**
   * With more than these bytes to read, only files of one session are read, and they only if they fit; the rest is
   * `left` in the report.
   */
  readonly maxBytes?: { readonly bytes: number; readonly first: SessionUid };
  /** Skip the clean-up of the store: there will be another run soon. */
  readonly briefly?: boolean;
  /**
   * Shared by all runs of a program that reads growing files again and again: then earlier parts need not be read again
   * to analyse what follows.
   */
  readonly analyses?: AnalysisCache;
  readonly clock: () => number;
}

export interface Progress {
  readonly files: { readonly done: number; readonly total: number };
  readonly bytes: { readonly done: number; readonly total: number };
  readonly events: number;
  readonly path: string | null;
}

/** What one run read and added. */
export interface IngestReport {
  readonly files: number;
  readonly sessions: number;
  readonly events: number;
  readonly lines: LineCounts;
  readonly bytes: number;
  readonly seconds: number;
  /** Files of agents that were found, whether or not there was anything new in them. */
  readonly seen: number;
  /** Of those, files left out because their session was forgotten. */
  readonly forgotten: number;
  readonly problems: readonly Problem[];
  /** Files that were left out because there was more to read than allowed. */
  readonly left?: LeftOut;
}

/**
 * Reads what is new on disk into the store. May be interrupted at any moment: the next run continues where this one
 * stopped.
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { store, clock, signal } = options;
  const started = clock();
  // Before anything is written or a thread started, so that a bad file is reported to the person who named it.
  calibration();
  await using choice = new ScannerChoice(options.sources);
  const { tasks: found, problems, seen, forgotten } = await plan(options, (bytes) => choice.expect(bytes));
  const { tasks, left } = withinBytes(found, options.maxBytes);
  const total = tasks.reduce((sum, { candidate, known }) => sum + newBytes(candidate, known), 0);
  const run = new Run(options, total, tasks.length, problems);

  const scanner = await choice.choose();
  await inLargeSteps(store, async () => {
    const submitted: { task: Task; batches: AsyncIterable<ScanBatch> }[] = [];
    for (let next = 0; next < tasks.length || submitted.length > 0;) {
      if (signal?.aborted) throw interrupted();
      while (next < tasks.length && submitted.length < scanner.ahead) {
        const task = await withResume(store, tasks[next++]!, options.analyses);
        submitted.push({ task, batches: scanner.submit(task.job) });
      }
      const { task, batches } = submitted.shift()!;
      await run.read(task, batches);
    }
    await linkSessions(store, options.sources);
    await store.write.setMeta('ingested_at', String(clock()));
  });
  if (!options.briefly) await (tasks.length > 0 ? tidyUp(options) : analyze(options));
  return { ...run.report(), seen, forgotten, seconds: (clock() - started) / 1000, ...(left && { left }) };
}

/** Loaded when there is something to do: the embedding is large. */
export async function tidyUp(options: AnalyzeOptions): Promise<void> {
  const { store } = options;
  await analyze(options);
  await detailTitles(store);
  const { embedFailures } = await import('./analysis/embed-failures.ts');
  await embedFailures(store);
  await store.write.settle();
}

function interrupted(): StemmaError {
  return new StemmaError('interrupted', 'Stopped before everything was read.', {
    hint: 'What was read is kept; run `stemma ingest` again to go on.',
  });
}

/** One run: reads task after task and counts. */
class Run {
  readonly #options: IngestOptions;
  readonly #totals: { readonly bytes: number; readonly files: number };
  readonly #problems: Problem[];
  readonly #sessions = new Set<string>();
  readonly #steps: LargeSteps;
  #files = 0;
  #events = 0;
  #bytes = 0;
  #lines: LineCounts = noLines;

  constructor(options: IngestOptions, bytes: number, files: number, problems: readonly Problem[]) {
    this.#options = options;
    this.#totals = { bytes, files };
    this.#problems = [...problems];
    this.#steps = new LargeSteps(options.store);
  }

  async read(
    { candidate, source, mark, job, analysis, foundAt }: Task,
    batches: AsyncIterable<ScanBatch>,
  ): Promise<void> {
    const { store, sources, workspace, domains, clock, signal, exclude, analyses, briefly } = this.#options;
    const touched = new Set<SessionUid>();
    if (exclude.length > 0 && mark && (await this.#isNowExcluded(mark))) return;
    const keeper = new Keeper({
      store,
      sources,
      source,
      job,
      mark,
      workspace,
      domains,
      seen: { ...candidate, at: clock(), foundAt: mark === undefined ? foundAt : mark.foundAt },
      analysis,
      cache: analyses,
    });
    this.#report(candidate.path);
    try {
      if (mark?.evicted) await restoreEvicted(store, job, source);
      for await (const batch of batches) {
        if (batch.patches.some(({ cwd }) => cwd !== undefined && isExcluded(cwd, exclude))) return;
        const kept = await keeper.keep(batch);
        this.#events += kept.events;
        await this.#steps.kept(kept);
        for (const session of kept.sessions) {
          this.#sessions.add(session);
          touched.add(session);
        }
        this.#bytes += kept.bytes;
        this.#lines = sumLines(this.#lines, kept.lines);
        if (batch.last && batch.torn) this.#lines = { ...this.#lines, issue: this.#lines.issue + 1 };
        this.#report(candidate.path);
        if (signal?.aborted) throw interrupted();
      }
    } catch (error) {
      const problem = unreadable(candidate.path, error);
      if (!problem) throw error;
      this.#problems.push(problem);
      return;
    }
    await keepSideFiles({ store, source, job, workspace, at: clock() });
    // Meanwhile the other thread keeps reading.
    if (!briefly) for (const session of touched) await analyzeSession(session, this.#options);
    this.#files++;
    this.#report(null);
  }

  /** The watermark of a file does not have its session's folder; the session does. */
  async #isNowExcluded({ session }: FileMark): Promise<boolean> {
    const { store, exclude } = this.#options;
    const cwd = (await store.read.session(session))?.cwd;
    return typeof cwd === 'string' && isExcluded(cwd, exclude);
  }

  report(): Omit<IngestReport, 'seconds' | 'seen' | 'forgotten' | 'left'> {
    return {
      files: this.#files,
      sessions: this.#sessions.size,
      events: this.#events,
      lines: this.#lines,
      bytes: this.#bytes,
      problems: this.#problems,
    };
  }

  #report(path: string | null): void {
    this.#options.onProgress?.({
      files: { done: this.#files, total: this.#totals.files },
      bytes: { done: Math.min(this.#bytes, this.#totals.bytes), total: this.#totals.bytes },
      events: this.#events,
      path,
    });
  }
}

/**
 * A file that cannot be read does not affect others, whatever the reason; errors of the store are StemmaErrors and stop
 * the run.
 */
function unreadable(path: string, error: unknown): Problem | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { path, reason: 'vanished', message: `${path} went away while it was read.` };
  if (code === undefined || syscall === undefined) return undefined;
  return { path, reason: 'path-unreadable', message: `${path} could not be read (${code}).` };
}
