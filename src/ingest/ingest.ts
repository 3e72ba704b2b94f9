import { StemmaError } from '../model/stemma-error.ts';
import type { Machine, Source } from '../sources/source.ts';
import type { FileMark, LineCounts, Store } from '../store/store.ts';
import { scanState } from './copies.ts';
import { type Candidate, filesBelow, filesInside, filesOnMachine, isExcluded, type Problem, recognise } from './find-files.ts';
import { Keeper } from './keep.ts';
import { inLargeSteps, LargeSteps } from './large-steps.ts';
import { linkSessions } from './link.ts';
import { noLines, type ScanBatch, type ScanJob, sumLines } from './scan-batch.ts';
import { ScannerChoice } from './scanner.ts';
import { keepSideFiles } from './side-files.ts';
import { turnOf } from './turn-of.ts';

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
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Leave the store as it is afterwards, without tidying up: there will be another run soon. */
  readonly briefly?: boolean;
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
}

/** A file to be read in this run. */
interface Task {
  readonly candidate: Candidate;
  readonly source: Source;
  readonly job: ScanJob;
  /** What is known of the file, unless it held another session then. */
  readonly known: Known | undefined;
  /** The whole of it, once it is the file's turn. */
  readonly mark?: FileMark | undefined;
}

/** What tells whether a file must be read again. Marks hold readers' states, and there may be a hundred thousand of them. */
type Known = Pick<FileMark, 'session' | 'version' | 'size' | 'mtimeMs' | 'offset'>;

/** Reads what is new on disk into the store. May be cut short at any moment: the next run goes on where this one was. */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { store, clock, signal } = options;
  const started = clock();
  await using choice = new ScannerChoice(options.sources);
  const { tasks, problems, seen, forgotten } = await plan(options, (bytes) => choice.expect(bytes));
  const total = tasks.reduce((sum, { candidate, known }) => sum + newBytes(candidate, known), 0);
  const run = new Run(options, total, tasks.length, problems);

  const scanner = await choice.choose();
  await inLargeSteps(store, async () => {
    const submitted: { task: Task; batches: AsyncIterable<ScanBatch> }[] = [];
    for (let next = 0; next < tasks.length || submitted.length > 0; ) {
      if (signal?.aborted) throw interrupted();
      while (next < tasks.length && submitted.length < scanner.ahead) {
        const task = await withResume(store, tasks[next++]!);
        submitted.push({ task, batches: scanner.submit(task.job) });
      }
      const { task, batches } = submitted.shift()!;
      await run.read(task, batches);
    }
    await linkSessions(store);
    await store.write.setMeta('ingested_at', String(clock()));
  });
  if (tasks.length > 0 && !options.briefly) await store.write.settle();
  return { ...run.report(), seen, forgotten, seconds: (clock() - started) / 1000 };
}

interface Plan {
  readonly tasks: Task[];
  readonly problems: Problem[];
  readonly seen: number;
  readonly forgotten: number;
}

/** Which files must be read, oldest first, so that originals come before their forks and callers before sub-agents. */
async function plan(options: IngestOptions, onFound: (bytes: number) => void): Promise<Plan> {
  const { store, sources, machine, paths, only } = options;
  const wanted = only === undefined ? sources : sources.filter(({ name, flavor }) => name === only || flavor === only);
  if (wanted.length === 0) {
    throw new StemmaError('bad-argument', `There is no source "${only}".`, { hint: `Known sources: ${sources.map(({ name }) => name).join(', ')}.` });
  }
  const planner = new Planner(options, onFound, wanted, paths ? (path) => store.read.file(path) : await marksOf(store));
  for await (const candidate of paths ? filesBelow(paths) : filesOnMachine(wanted, machine)) await planner.consider(candidate);
  return planner.plan();
}

/** For a few files each is asked for; for all of them at once it is cheaper to have them at hand. */
type KnownAs = (path: string) => Known | undefined | Promise<Known | undefined>;

async function marksOf({ read }: Store): Promise<KnownAs> {
  const marks = new Map<string, Known>();
  for await (const { path, session, version, size, mtimeMs, offset } of read.files()) marks.set(path, { session, version, size, mtimeMs, offset });
  return (path) => marks.get(path);
}

class Planner {
  readonly #options: IngestOptions;
  readonly #sources: readonly Source[];
  readonly #knownAs: KnownAs;
  readonly #onFound: (bytes: number) => void;
  readonly #tasks: Task[] = [];
  readonly #problems: Problem[] = [];
  #seen = 0;
  #forgotten = 0;

  constructor(options: IngestOptions, onFound: (bytes: number) => void, sources: readonly Source[], knownAs: KnownAs) {
    this.#options = options;
    this.#onFound = onFound;
    this.#sources = sources;
    this.#knownAs = knownAs;
  }

  async consider(candidate: Candidate): Promise<void> {
    const known = await this.#knownAs(candidate.path);
    if (known) this.#seen++;
    if (candidate.size === 0 || isUnchanged(candidate, known) || isExcluded(candidate.path, this.#options.exclude)) return;
    const found = await recognise(candidate, this.#sources);
    if (!found) return;
    if ('reason' in found) {
      this.#problems.push(found);
      return;
    }
    if ('container' in found) {
      for await (const inner of filesInside(candidate, found.container)) {
        if ('reason' in inner) this.#problems.push(inner);
        else await this.consider(inner);
      }
      return;
    }
    const { source, identity, document } = found;
    if (!known) this.#seen++;
    if (await isForgotten(this.#options.store, identity)) {
      this.#forgotten++;
      return;
    }
    // A fork's file may hold nothing but its origin's records at first, and pass for it until it has one of its own.
    // What was read before then belongs to the origin; the file is read anew, under its own name.
    const isOther = known !== undefined && known.session !== identity.session;
    const job: ScanJob = {
      path: candidate.path,
      source: source.name,
      identity,
      ...(candidate.inside && { contained: true }),
      ...(document && { document }),
      resume: null,
      firstVersion: isOther ? known.version + 1 : 0,
    };
    this.#onFound(newBytes(candidate, isOther ? undefined : known));
    this.#tasks.push({ candidate, source, known: isOther ? undefined : known, job });
  }

  plan(): Plan {
    // What has no time holds no event, or adds to the events of the others: it comes last.
    const order = ({ job }: Task) => turnOf(job.identity);
    // A fork that copies its origin's first record was begun, by that record, when the origin was.
    this.#tasks.sort((a, b) => order(a) - order(b) || a.candidate.bornMs - b.candidate.bornMs || (a.candidate.path < b.candidate.path ? -1 : 1));
    return { tasks: this.#tasks, problems: this.#problems, seen: this.#seen, forgotten: this.#forgotten };
  }
}

async function isForgotten({ read }: Store, { session, root }: ScanJob['identity']): Promise<boolean> {
  return (await read.isForgotten(session)) || (root !== undefined && (await read.isForgotten(root)));
}

function isUnchanged({ size, mtimeMs }: Candidate, mark: Known | undefined): boolean {
  return mark !== undefined && mark.size === size && mark.mtimeMs === mtimeMs;
}

function newBytes({ size }: Candidate, mark: Known | undefined): number {
  return Math.max(0, size - (mark?.offset ?? 0));
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

  constructor(options: IngestOptions, bytes: number, files: number, problems: Problem[]) {
    this.#options = options;
    this.#totals = { bytes, files };
    this.#problems = problems;
    this.#steps = new LargeSteps(options.store);
  }

  async read({ candidate, source, mark, job }: Task, batches: AsyncIterable<ScanBatch>): Promise<void> {
    const { store, sources, workspace, clock, signal, exclude } = this.#options;
    if (exclude.length > 0 && mark && (await this.#isNowExcluded(mark))) return;
    const keeper = new Keeper({ store, sources, source, job, mark, workspace, seen: { ...candidate, at: clock() } });
    this.#tell(candidate.path);
    try {
      for await (const batch of batches) {
        if (batch.patches.some(({ cwd }) => cwd !== undefined && isExcluded(cwd, exclude))) return;
        const kept = await keeper.keep(batch);
        this.#events += kept.events;
        await this.#steps.kept(kept);
        for (const session of kept.sessions) this.#sessions.add(session);
        this.#bytes += kept.bytes;
        this.#lines = sumLines(this.#lines, kept.lines);
        if (batch.last && batch.torn) this.#lines = { ...this.#lines, issue: this.#lines.issue + 1 };
        this.#tell(candidate.path);
        if (signal?.aborted) throw interrupted();
      }
    } catch (error) {
      const problem = unreadable(candidate.path, error);
      if (!problem) throw error;
      this.#problems.push(problem);
      return;
    }
    await keepSideFiles({ store, source, job, workspace, at: clock() });
    this.#files++;
    this.#tell(null);
  }

  /** A file that was read before says no more where its session works; the session does. */
  async #isNowExcluded({ session }: FileMark): Promise<boolean> {
    const { store, exclude } = this.#options;
    const cwd = (await store.read.session(session))?.cwd;
    return typeof cwd === 'string' && isExcluded(cwd, exclude);
  }

  report(): Omit<IngestReport, 'seconds' | 'seen' | 'forgotten'> {
    return {
      files: this.#files,
      sessions: this.#sessions.size,
      events: this.#events,
      lines: this.#lines,
      bytes: this.#bytes,
      problems: this.#problems,
    };
  }

  #tell(path: string | null): void {
    this.#options.onProgress?.({
      files: { done: this.#files, total: this.#totals.files },
      bytes: { done: Math.min(this.#bytes, this.#totals.bytes), total: this.#totals.bytes },
      events: this.#events,
      path,
    });
  }
}

/**
 * A file whose reader's state is gone, because a rebuild was cut short, is read from its beginning, but as the version
 * it was: what the archive has of it is compared first, as always.
 */
async function withResume({ read }: Store, task: Task): Promise<Task> {
  const mark = task.known && (await read.file(task.candidate.path));
  if (!mark) return task;
  const { path, version, bytes, offset, state } = mark;
  const resume = { version, bytes, offset, pieces: await read.pieces(path, version), state: state === null ? null : scanState(state) };
  return { ...task, mark, job: { ...task.job, resume } };
}

/** A file that cannot be read concerns nobody else, whatever the reason; the store's own troubles are StemmaErrors and concern everybody. */
function unreadable(path: string, error: unknown): Problem | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { path, reason: 'vanished', message: `${path} went away while it was read.` };
  if (code === undefined || syscall === undefined) return undefined;
  return { path, reason: 'path-unreadable', message: `${path} could not be read (${code}).` };
}
