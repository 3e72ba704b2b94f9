import { calibration } from '../../causal/calibration.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { FileMark, Store } from '../../store/store.ts';
import type { Source } from '../../sources/source.ts';
import { peekStream } from '../../platform/files/peek.ts';
import { tidyUp, type IngestReport, type Progress } from '../ingest.ts';
import { Keeper } from '../keep/keep.ts';
import type { Domains } from '../keep/session-rows.ts';
import { inLargeSteps, LargeSteps } from '../keep/large-steps.ts';
import { linkSessions } from '../link/link.ts';
import { pack } from '../scan/pack.ts';
import { scanArchived } from '../scan/scan.ts';
import { archivedVersion } from './archived-version.ts';
import { noLines, sumLines } from '../scan/scan-batch.ts';
import { turnOf } from '../find/turn-of.ts';

export interface RebuildOptions {
  readonly store: Store;
  readonly sources: readonly Source[];
  readonly workspace: string;
  /** Fields of work, by the name of a repository. */
  readonly domains?: Domains;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly clock: () => number;
}

/** Derives everything again from the archived bytes, with today's sources and rules. */
export async function rebuild(options: RebuildOptions): Promise<IngestReport> {
  const { store, sources, clock } = options;
  const started = clock();
  // Before anything is dropped.
  calibration();
  const marks = await mainFiles(options);
  // Until the end, questions know that they see only a part.
  await store.write.setMeta('rebuilding', String(started));
  await store.write.dropDerived();

  const total = marks.reduce((sum, { bytes }) => sum + bytes, 0);
  const report = { files: 0, events: 0, bytes: 0, lines: noLines };
  const sessions = new Set<string>();
  const steps = new LargeSteps(store);
  await inLargeSteps(store, async () => {
    for (const mark of marks) {
      // Between files only: a file is rebuilt whole or not at all, else its watermark would name an older version, or a
      // part.
      if (options.signal?.aborted) throw interrupted();
      const before = { events: report.events, bytes: report.bytes };
      const source = sources.find(({ name }) => name === mark.source)!;
      for (let version = 0; version <= mark.version; version++) {
        for await (const { batch, keeper } of replay(options, source, mark, version)) {
          const kept = await keeper.keep(batch);
          report.events += kept.events;
          report.bytes += kept.bytes;
          report.lines = sumLines(report.lines, kept.lines);
          for (const session of kept.sessions) sessions.add(session);
          if (batch.last && batch.torn && version === mark.version)
            report.lines = { ...report.lines, issue: report.lines.issue + 1 };
        }
      }
      await steps.kept({ events: report.events - before.events, bytes: report.bytes - before.bytes });
      report.files++;
      options.onProgress?.({
        files: { done: report.files, total: marks.length },
        bytes: { done: report.bytes, total },
        events: report.events,
        path: mark.path,
      });
    }
    await linkSessions(store, sources);
  });
  await tidyUp(options);
  await store.write.setMeta('rebuilding', '');
  await store.write.setMeta('outdated', '');
  return {
    ...report,
    sessions: sessions.size,
    seen: report.files,
    forgotten: 0,
    seconds: (clock() - started) / 1000,
    problems: [],
  };
}

function interrupted(): StemmaError {
  return new StemmaError('interrupted', 'Stopped before everything was made again.', {
    hint: 'The archive is whole; run `stemma rebuild` again to finish what is derived from it.',
  });
}

/** Oldest first, as `ingest` reads them. */
async function mainFiles({ store, sources }: RebuildOptions): Promise<FileMark[]> {
  const found: { mark: FileMark; turn: number }[] = [];
  for await (const mark of store.read.files()) {
    const source = sources.find(({ name }) => name === mark.source);
    // What was derived from evicted bytes stays as it is.
    if (mark.role === 'side' || mark.evicted || !source) continue;
    const identity = source.identify(
      await peekStream(mark.path, store.read.bytes(mark.path, mark.version, 0, mark.bytes)),
    );
    found.push({ mark, turn: turnOf(identity) });
  }
  found.sort((a, b) => a.turn - b.turn || (a.mark.path < b.mark.path ? -1 : 1));
  return found.map(({ mark }) => mark);
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
  for await (const batch of scanArchived(job, source, bytes)) yield { batch: pack(batch, known), keeper };
}
