import type { FoundCause } from '../../causal/linker.ts';
import type { Source } from '../../sources/source.ts';
import type { ScanBatch, ScanEvent, ScanJob } from '../scan/scan-batch.ts';
import type { AnalysesOfFiles } from './analysis-cache.ts';
import { SessionAnalysis } from './session-analysis.ts';
import type { SessionStory } from './session-stories.ts';

/** The result of analysing a batch, given what came before it. */
export interface Findings {
  readonly causes: readonly CallCauses[];
  /** Stories that are new or have changed. */
  readonly stories: readonly SessionStory[];
}

/** Why a call was made, as far as its own file shows. */
export interface CallCauses {
  readonly call: ScanEvent;
  readonly found: readonly FoundCause[];
}

export interface FileAnalysisOptions {
  readonly job: ScanJob;
  readonly source: Source;
  /** The analysis as it stood where reading stopped the last time. */
  readonly analysis?: SessionAnalysis | undefined;
  /** Where it is cached for the next time. */
  readonly cache?: AnalysesOfFiles | undefined;
}

/**
 * Analyses the batches of one file, from where reading stopped the last time. It runs in the writing thread: the
 * reading thread has enough to do.
 */
export class FileAnalysis {
  readonly #job: ScanJob;
  readonly #source: Source;
  readonly #cache: AnalysesOfFiles | undefined;
  #version: number | undefined;
  #analysis: SessionAnalysis | undefined;

  constructor({ job, source, analysis, cache }: FileAnalysisOptions) {
    this.#job = job;
    this.#source = source;
    this.#cache = cache;
    this.#version = job.resume?.version;
    this.#analysis = analysis;
  }

  /** `isNew` is false for an event that the store already has: its causes are known. */
  add({ version, earlier, events }: ScanBatch, isNew: (event: ScanEvent) => boolean): Findings {
    if (version !== this.#version || earlier) this.#analysis = undefined;
    this.#version = version;
    const analysis = (this.#analysis ??= new SessionAnalysis(this.#source));
    if (earlier) {
      for (const facts of earlier) analysis.add(facts);
      // They were stored when they happened.
      analysis.takeStories();
    }
    const causes = events.flatMap((call) => {
      const found = analysis.add(call.facts, !isNew(call));
      return found.length > 0 ? [{ call, found }] : [];
    });
    return { causes, stories: analysis.takeStories() };
  }

  /** The batch is stored: the next reader can continue with this analysis. */
  stored({ version, offset, last }: ScanBatch): void {
    if (last && this.#analysis) this.#cache?.put({ path: this.#job.path, version, offset }, this.#analysis);
  }
}
