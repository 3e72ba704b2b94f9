import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { Source } from '../../sources/source.ts';
import type { FileMark, Store } from '../../store/store.ts';
import { scanState } from '../keep/copies.ts';
import { type Candidate, filesBelow, filesInside, filesOnMachine, isExcluded, recognise } from './find-files.ts';
import type { IngestOptions } from '../ingest.ts';
import type { Problem } from './problem.ts';
import type { ScanJob } from '../scan/scan-batch.ts';
import { turnOf } from './turn-of.ts';

/** A file to be read in this run. */
export interface Task {
  readonly candidate: Candidate;
  readonly source: Source;
  readonly job: ScanJob;
  /** When this run came upon the file. */
  readonly foundAt: number;
  /** What is known of the file, unless it held another session then. */
  readonly known: Known | undefined;
  /** The whole watermark, loaded when the file is read. */
  readonly mark?: FileMark | undefined;
}

/**
 * The fields that decide whether a file must be read again. Watermarks hold readers' states, and there may be a hundred
 * thousand of them.
 */
type Known = Pick<FileMark, 'session' | 'version' | 'size' | 'mtimeMs' | 'offset' | 'evicted'>;

interface Plan {
  readonly tasks: readonly Task[];
  readonly problems: readonly Problem[];
  readonly seen: number;
  readonly forgotten: number;
}

/** Which files must be read, oldest first, so that originals come before their forks and callers before sub-agents. */
export async function plan(options: IngestOptions, onFound: (bytes: number) => void): Promise<Plan> {
  const { store, sources, machine, paths, only } = options;
  const wanted = only === undefined ? sources : sources.filter(({ name, flavor }) => name === only || flavor === only);
  if (wanted.length === 0) {
    throw new StemmaError('bad-argument', `There is no source "${redact(only ?? '')}".`, {
      hint: `Known sources: ${sources.map(({ name }) => name).join(', ')}.`,
    });
  }
  const planner = new Planner(options, onFound, wanted, paths ? (path) => store.read.file(path) : await marksOf(store));
  for await (const found of paths ? filesBelow(paths) : filesOnMachine(wanted, machine)) await planner.consider(found);
  return planner.plan();
}

/**
 * For a few files each is looked up; for all files it is cheaper to load all watermarks. Eviction only matters for
 * files the user names: those are restored.
 */
type KnownAs = (path: string) => Known | undefined | Promise<Known | undefined>;

async function marksOf({ read }: Store): Promise<KnownAs> {
  const marks = new Map<string, Known>();
  for await (const { path, session, version, size, mtimeMs, offset } of read.files('here'))
    marks.set(path, { session, version, size, mtimeMs, offset });
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

  async consider(candidate: Candidate | Problem): Promise<void> {
    if ('reason' in candidate) {
      this.#problems.push(candidate);
      return;
    }
    const known = await this.#knownAs(candidate.path);
    if (known) this.#seen++;
    if (
      candidate.size === 0 ||
      (isUnchanged(candidate, known) && !known?.evicted) ||
      isExcluded(candidate.path, this.#options.exclude)
    )
      return;
    const found = await recognise(candidate, this.#sources);
    if (!found) return;
    if ('reason' in found) {
      this.#problems.push(found);
      return;
    }
    if ('container' in found) {
      for await (const inner of filesInside(candidate, found.container)) await this.consider(inner);
      return;
    }
    const { source, identity, document } = found;
    if (!known) this.#seen++;
    if (await isForgotten(this.#options.store, identity)) {
      this.#forgotten++;
      return;
    }
    // A fork's file may at first hold only its origin's records, and is taken for the origin until it has one of its
    // own. What was read before then belongs to the origin; the file is read again, under its own name.
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
    this.#tasks.push({
      candidate,
      source,
      known: isOther ? undefined : known,
      job,
      foundAt: this.#options.clock(),
    });
  }

  plan(): Plan {
    // Files without a time hold no events, or only add to those of others: they come last.
    const order = ({ job }: Task) => turnOf(job.identity);
    // A fork that copies its origin's first record has the same start time as its origin.
    this.#tasks.sort(
      (a, b) =>
        order(a) - order(b) ||
        a.candidate.bornMs - b.candidate.bornMs ||
        (a.candidate.path < b.candidate.path ? -1 : 1),
    );
    return { tasks: this.#tasks, problems: this.#problems, seen: this.#seen, forgotten: this.#forgotten };
  }
}

export async function isForgotten({ read }: Store, { session, root }: ScanJob['identity']): Promise<boolean> {
  return (await read.isForgotten(session)) || (root !== undefined && (await read.isForgotten(root)));
}

function isUnchanged({ size, mtimeMs }: Candidate, mark: Known | undefined): boolean {
  return mark !== undefined && mark.size === size && mark.mtimeMs === mtimeMs;
}

/** The bytes to read of a file that was read before. */
export function newBytes({ size }: Candidate, mark: Known | undefined): number {
  return Math.max(0, size - (mark?.offset ?? 0));
}

/**
 * A file whose reader state is gone, because a rebuild was interrupted, is read from its beginning, but as the version
 * it was: it is compared with the archive first, as always.
 */
export async function withResume({ read }: Store, task: Task): Promise<Task> {
  const mark = task.known && (await read.file(task.candidate.path));
  if (!mark) return task;
  const { path, version, bytes, offset, state } = mark;
  const resume = {
    version,
    bytes,
    offset,
    pieces: await read.pieces(path, version),
    state: state === null ? null : scanState(state),
    ...(mark.evicted && { evicted: true as const }),
  };
  return { ...task, mark, job: { ...task.job, resume } };
}
