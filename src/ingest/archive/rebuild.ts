import { calibration } from '../../causal/calibration.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Key } from '../../model/ids.ts';
import { type Problem, problemOf } from '../find/problem.ts';
import type { FileMark, Store, StoreReader } from '../../store/store.ts';
import type { Source } from '../../sources/source.ts';
import { peekStream } from '../../platform/files/peek.ts';
import { tidyUp } from '../analysis/tidy-up.ts';
import type { IngestReport, Progress } from '../ingest.ts';
import { Keeper } from '../keep/keep.ts';
import type { Domains } from '../keep/session-rows.ts';
import { inLargeSteps, isContained, LargeSteps } from '../keep/large-steps.ts';
import { linkSessions } from '../link/link.ts';
import { readArchived } from '../scan/read-file.ts';
import { archivedVersion } from './archived-version.ts';
import { noLines, sumLines } from '../scan/scan-batch.ts';
import { turnOf } from '../find/turn-of.ts';

export interface RebuildOptions {
  readonly store: Store;
  readonly sources: readonly Source[];
  readonly workspace: string;
  /** Fields of work, by the name of a repository. */
  readonly domains?: Domains;
  /** Trees of which the archive has not everything: what was derived from them stays as it is. */
  readonly keep?: readonly Key[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly clock: () => number;
}

/**
 * Derives everything again from the archived bytes, with today's sources and rules. What was derived from damaged bytes
 * stays as it is, with all of its tree; a file that cannot be read does not stop the others.
 */
export async function rebuild(options: RebuildOptions): Promise<IngestReport> {
  const { store, sources, clock } = options;
  const started = clock();
  // Before anything is dropped.
  calibration();
  const problems: Problem[] = [];
  const { marks, kept } = await mainFiles(options, (problem) => problems.push(problem));
  // Until the end, questions know that they see only a part.
  await store.write.setMeta('rebuilding', String(started));
  await store.write.dropDerived(kept);

  const total = marks.reduce((sum, { bytes }) => sum + bytes, 0);
  let report = { files: 0, events: 0, bytes: 0, lines: noLines };
  let stored = report;
  const sessions = new Set<string>();
  const steps = new LargeSteps<FileMark>({
    store,
    work: readAgain,
    isStored: async ({ path, size }) => (await store.read.file(path))?.size === size,
    onFailure: ({ path }, error) => problems.push(problemOf(path, error)),
    onUndone: () => (report = stored),
    onStored: () => (stored = report),
  });
  await inLargeSteps(store, async () => {
    for (const mark of marks) {
      // Between files only: a file is rebuilt whole or not at all, else its watermark would name an older version, or a
      // part.
      if (options.signal?.aborted) throw interrupted();
      const before = { events: report.events, bytes: report.bytes };
      await steps.do(mark);
      await steps.kept({ events: report.events - before.events, bytes: report.bytes - before.bytes });
      options.onProgress?.({
        files: { done: report.files, total: marks.length },
        bytes: { done: report.bytes, total },
        events: report.events,
        path: mark.path,
      });
    }
    await linkSessions(store, sources, (problem) => problems.push(problem));
  });
  await tidyUp({ ...options, onProblem: (problem) => problems.push(problem) });
  await store.write.setMeta('rebuilding', '');
  await store.write.setMeta('outdated', '');
  return {
    ...report,
    sessions: sessions.size,
    seen: report.files,
    forgotten: 0,
    seconds: (clock() - started) / 1000,
    problems,
  };

  async function readAgain(mark: FileMark): Promise<void> {
    const source = sources.find(({ name }) => name === mark.source)!;
    for (let version = 0; version <= mark.version; version++) {
      for await (const { batch, keeper } of replay(options, source, mark, version)) {
        const kept = await keeper.keep(batch);
        const lines = sumLines(report.lines, kept.lines);
        const isTorn = batch.last && batch.torn && version === mark.version;
        report = {
          ...report,
          events: report.events + kept.events,
          bytes: report.bytes + kept.bytes,
          lines: isTorn ? { ...lines, issue: lines.issue + 1 } : lines,
        };
        for (const session of kept.sessions) sessions.add(session);
      }
    }
    report = { ...report, files: report.files + 1 };
  }
}

function interrupted(): StemmaError {
  return new StemmaError('interrupted', 'Stopped before everything was made again.', {
    hint: 'The archive is whole; run `stemma rebuild` again to finish what is derived from it.',
  });
}

/** Oldest first, as `ingest` reads them; and the trees with a file of which not every block is whole. */
async function mainFiles(
  { store, sources, keep = [] }: RebuildOptions,
  onProblem: (problem: Problem) => void,
): Promise<{ readonly marks: readonly FileMark[]; readonly kept: readonly Key[] }> {
  const found: { mark: FileMark; tree: Key | undefined; turn: number }[] = [];
  const kept = new Set<Key>(keep);
  for await (const mark of store.read.files()) {
    const source = sources.find(({ name }) => name === mark.source);
    // What was derived from evicted bytes stays as it is.
    if (mark.role === 'side' || mark.evicted || !source) continue;
    const tree = await store.read.treeOf(mark.session);
    try {
      await readWhole(store.read, mark);
      const identity = source.identify(
        await peekStream(mark.path, store.read.bytes(mark.path, mark.version, 0, mark.bytes)),
      );
      found.push({ mark, tree, turn: turnOf(identity) });
    } catch (error) {
      const isDamage =
        error instanceof StemmaError && (error.code === 'block-damaged' || error.code === 'payload-evicted');
      if (!isDamage && !isContained(error)) throw error;
      if (tree !== undefined) kept.add(tree);
      onProblem(
        isDamage
          ? { path: mark.path, reason: error.code, message: `${error.message} What was derived from it stays.` }
          : problemOf(mark.path, error),
      );
    }
  }
  const whole = found.filter(({ tree }) => tree === undefined || !kept.has(tree));
  // A fork that begins at the same moment as its origin was read after it, and must be again.
  const number = ({ mark }: (typeof whole)[number]) => mark.number ?? 0;
  whole.sort((a, b) => a.turn - b.turn || number(a) - number(b) || (a.mark.path < b.mark.path ? -1 : 1));
  return { marks: whole.map(({ mark }) => mark), kept: [...kept] };
}

/** Throws what is thrown for a damaged block, before anything is dropped that could not be derived again. */
async function readWhole(read: StoreReader, { path, version, bytes }: FileMark): Promise<void> {
  for (let each = 0; each <= version; each++) {
    const pieces = await read.pieces(path, each);
    const end = pieces.reduce((max, { start, length }) => Math.max(max, start + length), 0);
    for await (const _ of read.bytes(path, each, 0, each === version ? bytes : end));
  }
}

async function* replay(
  { store, sources, workspace, domains }: RebuildOptions,
  source: Source,
  mark: FileMark,
  version: number,
) {
  const archived = await archivedVersion(store.read, source, mark, version);
  if (archived === undefined) return;
  const { job, pieces, bytes } = archived;
  const keeper = new Keeper({
    store,
    sources,
    source,
    job,
    mark: undefined,
    workspace,
    domains,
    seen: { size: mark.size, mtimeMs: mark.mtimeMs, at: mark.readAt, foundAt: mark.foundAt },
  });
  const known = new Set(pieces.map(({ hash }) => hash));
  for await (const batch of readArchived(job, source, bytes, { known })) yield { batch, keeper };
}
