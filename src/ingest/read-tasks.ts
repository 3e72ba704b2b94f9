import { calibration } from '../causal/calibration.ts';
import type { SessionUid } from '../model/ids.ts';
import { StemmaError } from '../model/stemma-error.ts';
import type { FileMark, LineCounts } from '../store/store.ts';
import { analyzeSession } from './analysis/analyze.ts';
import { keptPlace, maxKept, pruneKept } from './analysis/kept-analyses.ts';
import { restoreEvicted } from './archive/restore-evicted.ts';
import { isExcluded } from './find/find-files.ts';
import { newBytes, type Task, withResume } from './find/plan.ts';
import { type Problem, problemOf } from './find/problem.ts';
import type { IngestOptions } from './ingest.ts';
import { Keeper } from './keep/keep.ts';
import { inLargeSteps, LargeSteps } from './keep/large-steps.ts';
import { keepSideFiles } from './keep/side-files.ts';
import { noLines, type ScanBatch, sumLines } from './scan/scan-batch.ts';
import { LocalScanner, type Scanner } from './scan/scanner.ts';

/** What was read of files, and what of it is new. */
export interface Read extends Counts {
  readonly sessions: number;
}

type ReadingOptions = IngestOptions & { readonly onProblem: (problem: Problem) => void };

/** Reads files into the store, in this order. */
export async function readTasks(options: ReadingOptions, found: readonly Task[], scanner: Scanner): Promise<Read> {
  const { store, signal } = options;
  // Before anything is written, so that a bad file is reported to the person who named it.
  calibration();
  const tasks = withPlaces(found, options);
  const run = new Run(options, tasks);
  return await inLargeSteps(store, async () => {
    const submitted: Submitted[] = [];
    for (let next = 0; next < tasks.length || submitted.length > 0;) {
      if (signal?.aborted) throw interrupted();
      while (next < tasks.length && submitted.length < scanner.ahead) {
        const task = await withResume(store, tasks[next++]!);
        submitted.push({ task, batches: scanner.submit(task.job) });
      }
      await run.read(submitted.shift()!);
    }
    if (options.keepAnalyses !== undefined) pruneKept(options.keepAnalyses);
    return run.result();
  });
}

/** The latest files, and those that grew, may grow again: the analyses of those that are long are kept. */
function withPlaces(tasks: readonly Task[], { keepAnalyses, analyses }: ReadingOptions): readonly Task[] {
  if (keepAnalyses === undefined || analyses !== undefined) return tasks;
  const latest = new Set(tasks.toSorted((a, b) => b.candidate.mtimeMs - a.candidate.mtimeMs).slice(0, maxKept / 2));
  return tasks.map((task) => {
    const { candidate, known, job } = task;
    const isWorthIt = candidate.size >= minKept && !job.document && !job.identity.secondary;
    if (!isWorthIt || !(known || latest.has(task))) return task;
    return { ...task, job: { ...job, keptAt: keptPlace(keepAnalyses, candidate.path) } };
  });
}

/** Shorter files are read again as fast. */
const minKept = 256 * 1024;

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
  readonly #options: ReadingOptions;
  readonly #totals: { readonly bytes: number; readonly files: number };
  readonly #sessions = new Set<string>();
  readonly #steps: LargeSteps<Submitted>;
  /** Reads again what was undone with the transaction of a file that could not be stored. */
  readonly #scanner: Scanner;
  #counts = nothingYet;
  /** Of these it is certain that they stay. */
  #stored = nothingYet;

  constructor(options: ReadingOptions, tasks: readonly Task[]) {
    this.#options = options;
    const bytes = tasks.reduce((sum, { candidate, known }) => sum + newBytes(candidate, known), 0);
    this.#totals = { bytes, files: tasks.length };
    this.#scanner = new LocalScanner(options.sources);
    this.#steps = new LargeSteps({
      store: options.store,
      work: (submitted, again) => this.#read(submitted, again),
      isStored: ({ task }) => this.#isStored(task),
      onFailure: ({ task }, error) => options.onProblem(problemOf(task.candidate.path, error)),
      onUndone: () => (this.#counts = this.#stored),
      onStored: () => (this.#stored = this.#counts),
    });
  }

  /** One file. Whatever happens to it, the others are read. */
  async read(submitted: Submitted): Promise<void> {
    await this.#steps.do(submitted);
  }

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

  result(): Read {
    return { ...this.#counts, sessions: this.#sessions.size };
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
