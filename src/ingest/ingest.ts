import { calibration } from '../causal/calibration.ts';
import type { SessionUid } from '../model/ids.ts';
import { StemmaError } from '../model/stemma-error.ts';
import type { Machine, Source } from '../sources/source.ts';
import type { FileMark, LineCounts, Store } from '../store/store.ts';
import { restoreEvicted } from './archive/restore-evicted.ts';
import { analyze, analyzeSession, type AnalyzeOptions } from './analysis/analyze.ts';
import { detailTitles } from './analysis/detail-titles.ts';
import { isExcluded } from './find/find-files.ts';
import { type Problem, problemOf } from './find/problem.ts';
import { Keeper } from './keep/keep.ts';
import type { Domains } from './keep/session-rows.ts';
import { inLargeSteps, LargeSteps } from './keep/large-steps.ts';
import { linkSessions } from './link/link.ts';
import { type LeftOut, withinBytes } from './find/within-bytes.ts';
import { newBytes, plan, type Task, withResume } from './find/plan.ts';
import { noLines, type ScanBatch, sumLines } from './scan/scan-batch.ts';
import { LocalScanner, type Scanner, ScannerChoice } from './scan/scanner.ts';
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
  /** How many threads read and analyse; 0 for this one. By the machine and what there is to read when absent. */
  readonly readers?: number;
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
  await using choice = new ScannerChoice(options);
  const { tasks: found, problems, seen, forgotten } = await plan(options, (bytes) => choice.expect(bytes));
  const { tasks, left } = withinBytes(found, options.maxBytes);
  const total = tasks.reduce((sum, { candidate, known }) => sum + newBytes(candidate, known), 0);
  const scanner = await choice.choose();
  const run = new Run(options, total, tasks.length, problems);
  await inLargeSteps(store, async () => {
    const submitted: Submitted[] = [];
    for (let next = 0; next < tasks.length || submitted.length > 0;) {
      if (signal?.aborted) throw interrupted();
      while (next < tasks.length && submitted.length < scanner.ahead) {
        const task = await withResume(store, tasks[next++]!);
        submitted.push({ task, batches: scanner.submit(task.job) });
      }
      await run.read(submitted.shift()!);
    }
    await linkSessions(store, options.sources, run.problem);
    await store.write.setMeta('ingested_at', String(clock()));
  });
  const rest = { ...options, onProblem: run.problem };
  if (!options.briefly) await (tasks.length > 0 ? tidyUp(rest) : analyze(rest));
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

/** A file that is being read. */
interface Submitted {
  readonly task: Task;
  readonly batches: AsyncIterable<ScanBatch>;
}

interface Counts {
  readonly files: number;
  readonly events: number;
  readonly bytes: number;
  readonly lines: LineCounts;
}

const nothingYet: Counts = { files: 0, events: 0, bytes: 0, lines: noLines };

/** One run: reads task after task and counts. */
class Run {
  readonly #options: IngestOptions;
  readonly #totals: { readonly bytes: number; readonly files: number };
  readonly #problems: Problem[];
  readonly #sessions = new Set<string>();
  readonly #steps: LargeSteps<Submitted>;
  /** Reads again what was undone with the transaction of a file that could not be stored. */
  readonly #scanner: Scanner;
  #counts = nothingYet;
  /** Of these it is certain that they stay. */
  #stored = nothingYet;

  constructor(options: IngestOptions, bytes: number, files: number, problems: readonly Problem[]) {
    this.#options = options;
    this.#totals = { bytes, files };
    this.#problems = [...problems];
    this.#scanner = new LocalScanner(options.sources);
    this.#steps = new LargeSteps({
      store: options.store,
      work: (submitted, again) => this.#read(submitted, again),
      isStored: ({ task }) => this.#isStored(task),
      onFailure: ({ task }, error) => this.problem(problemOf(task.candidate.path, error)),
      onUndone: () => (this.#counts = this.#stored),
      onStored: () => (this.#stored = this.#counts),
    });
  }

  /** One file. Whatever happens to it, the others are read. */
  async read(submitted: Submitted): Promise<void> {
    await this.#steps.do(submitted);
  }

  readonly problem = (problem: Problem): void => {
    this.#problems.push(problem);
  };

  async #isStored({ candidate }: Task): Promise<boolean> {
    const mark = await this.#options.store.read.file(candidate.path);
    return mark !== undefined && mark.size === candidate.size && mark.mtimeMs === candidate.mtimeMs;
  }

  async #read(submitted: Submitted, again: boolean): Promise<void> {
    const { store, sources, workspace, domains, clock, signal, exclude, briefly } = this.#options;
    const task = again ? await withResume(store, submitted.task) : submitted.task;
    const batches = again ? this.#scanner.submit(task.job) : submitted.batches;
    const { candidate, source, mark, job, foundAt } = task;
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
    });
    this.#report(candidate.path);
    if (mark?.evicted) await restoreEvicted(store, job, source);
    for await (const batch of batches) {
      if (batch.patches.some(({ cwd }) => cwd !== undefined && isExcluded(cwd, exclude))) return;
      const kept = await keeper.keep(batch);
      for (const session of kept.sessions) {
        this.#sessions.add(session);
        touched.add(session);
      }
      const { events, bytes, lines } = this.#counts;
      const sum = sumLines(lines, kept.lines);
      this.#counts = {
        ...this.#counts,
        events: events + kept.events,
        bytes: bytes + kept.bytes,
        lines: batch.last && batch.torn ? { ...sum, issue: sum.issue + 1 } : sum,
      };
      await this.#steps.kept(kept);
      this.#report(candidate.path);
      if (signal?.aborted) throw interrupted();
    }
    await keepSideFiles({ store, source, job, workspace, at: clock() });
    // Meanwhile the other thread keeps reading.
    if (!briefly) for (const session of touched) await analyzeSession(session, this.#options);
    this.#counts = { ...this.#counts, files: this.#counts.files + 1 };
    this.#report(null);
  }

  /** The watermark of a file does not have its session's folder; the session does. */
  async #isNowExcluded({ session }: FileMark): Promise<boolean> {
    const { store, exclude } = this.#options;
    const cwd = (await store.read.session(session))?.cwd;
    return typeof cwd === 'string' && isExcluded(cwd, exclude);
  }

  report(): Omit<IngestReport, 'seconds' | 'seen' | 'forgotten' | 'left'> {
    return { ...this.#counts, sessions: this.#sessions.size, problems: this.#problems };
  }

  #report(path: string | null): void {
    this.#options.onProgress?.({
      files: { done: this.#counts.files, total: this.#totals.files },
      bytes: { done: Math.min(this.#counts.bytes, this.#totals.bytes), total: this.#totals.bytes },
      events: this.#counts.events,
      path,
    });
  }
}
