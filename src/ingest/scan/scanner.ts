import type { Source } from '../../sources/source.ts';
import type { AnalysesOfFiles } from '../analysis/analysis-cache.ts';
import { readersFor } from './readers-for.ts';
import type { ScanBatch, ScanJob } from './scan-batch.ts';
import type { ThreadScanner } from './thread-scanner.ts';

/** Reads and analyses files: in this thread or, when there is much to read, in others while this one writes. */
export interface Scanner {
  /** How many files may be submitted before the first is read to its end. */
  readonly ahead: number;
  /** Batches of one file, in order. Files must be received in the order in which they were submitted. */
  submit(job: ScanJob): AsyncIterable<ScanBatch>;
}

interface ReadingOptions {
  readonly sources: readonly Source[];
  readonly analyses?: AnalysesOfFiles;
  /** How many threads read; as many as are worth it when absent. */
  readonly readers?: number;
}

/**
 * Chooses where to read. The amount to read grows as files are found, and threads start as soon as it is enough:
 * loading them takes as long as finding the rest of the files.
 */
export class ScannerChoice implements AsyncDisposable {
  readonly #options: ReadingOptions;
  #bytes = 0;
  #files = 0;
  #threads: Promise<ThreadScanner | undefined> | undefined;

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  /** One more file, with so many bytes to read. */
  expect(bytes: number): void {
    this.#bytes += bytes;
    this.#files += 1;
    const readers = this.#options.readers ?? readersFor(this.#bytes, this.#files);
    if (readers === 0) return;
    this.#threads ??= this.#start();
    void this.#threads.then((threads) => threads?.grow(readers));
  }

  async choose(): Promise<Scanner> {
    return (await this.#threads) ?? new LocalScanner(this.#options.sources, this.#options.analyses);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#threads)?.[Symbol.asyncDispose]();
  }

  /** A custom source exists in this thread only. */
  async #start(): Promise<ThreadScanner | undefined> {
    // Imported here and not above: commands that do not ingest need not load every agent.
    const { loadSources } = await import('../../sources/registry.ts');
    const registered = await loadSources();
    if (!this.#options.sources.every((source) => registered.includes(source))) return undefined;
    return new (await import('./thread-scanner.ts')).ThreadScanner();
  }
}

export class LocalScanner implements Scanner {
  readonly ahead = 1;
  readonly #sources: readonly Source[];
  readonly #analyses: AnalysesOfFiles | undefined;

  constructor(sources: readonly Source[], analyses?: AnalysesOfFiles) {
    this.#sources = sources;
    this.#analyses = analyses;
  }

  async *submit(job: ScanJob): AsyncGenerator<ScanBatch> {
    // Loaded when something is read here: mostly there is nothing new, or other threads read.
    const { readFile } = await import('./read-file.ts');
    yield* readFile(
      job,
      this.#sources.find(({ name }) => name === job.source)!,
      this.#analyses,
    );
  }
}
