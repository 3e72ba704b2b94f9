import type { SessionUid } from '../model/ids.ts';
import type { Machine, Source } from '../sources/source.ts';
import type { LineCounts, Store } from '../store/store.ts';
import type { AnalysisCache } from './analysis/analysis-cache.ts';
import { plan } from './find/plan.ts';
import type { Problem } from './find/problem.ts';
import { type LeftOut, withinBytes } from './find/within-bytes.ts';
import { inLargeSteps } from './keep/large-steps.ts';
import type { Domains } from './keep/session-rows.ts';
import { noLines } from './scan/scan-batch.ts';
import { ScannerChoice } from './scan/scanner.ts';

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
  /** Called once, when the first file is found that must be read. */
  readonly onBegin?: () => void;
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
  /** A folder of our own, where the analyses of files that may grow are kept between runs. */
  readonly keepAnalyses?: string;
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
 * stopped. Where there is nothing new, which is most of the time, nothing that reads or analyses is loaded.
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { clock } = options;
  const started = clock();
  await using choice = new ScannerChoice(options);
  let hasBegun = false;
  const {
    tasks: found,
    seen,
    forgotten,
    ...planned
  } = await plan(options, (bytes) => {
    if (!hasBegun) options.onBegin?.();
    hasBegun = true;
    choice.expect(bytes);
  });
  const { tasks, left } = withinBytes(found, options.maxBytes);
  const problems: Problem[] = [...planned.problems];
  const rest = { ...options, onProblem: (problem: Problem) => void problems.push(problem) };
  const read =
    tasks.length === 0
      ? nothingRead
      : await (await import('./read-tasks.ts')).readTasks(rest, tasks, await choice.choose());
  await linkAndAnalyze(rest, tasks.length > 0);
  return { ...read, problems, seen, forgotten, seconds: (clock() - started) / 1000, ...(left && { left }) };
}

const nothingRead = { files: 0, sessions: 0, events: 0, bytes: 0, lines: noLines };

/** What concerns whole sessions, of this run or left by an earlier one. */
async function linkAndAnalyze(
  options: IngestOptions & { readonly onProblem: (problem: Problem) => void },
  hasRead: boolean,
): Promise<void> {
  const { store, sources, clock, onProblem, briefly } = options;
  const { write } = store;
  await inLargeSteps(store, async () => {
    if ((await write.unlinked(1)).length > 0)
      await (await import('./link/link.ts')).linkSessions(store, sources, onProblem);
    await write.setMeta('ingested_at', String(clock()));
  });
  if (briefly) return;
  if (hasRead) await (await import('./analysis/tidy-up.ts')).tidyUp(options);
  else if ((await write.unanalyzed(1)).length > 0) await (await import('./analysis/analyze.ts')).analyze(options);
}
