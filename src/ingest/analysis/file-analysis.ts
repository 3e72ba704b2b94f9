import type { FoundCause } from '../../causal/linker.ts';
import type { Source } from '../../sources/source.ts';
import type { LooseBatch } from '../scan/pack.ts';
import type { ScanJob } from '../scan/scan-batch.ts';
import type { FoundStory } from './found-story.ts';
import { SessionAnalysis } from './session-analysis.ts';

/** The result of analysing a batch, given what came before it in its file. */
export interface Findings {
  readonly causes: readonly CallCauses[];
  /** Stories that are new or have changed. */
  readonly stories: readonly FoundStory[];
}

/** Why a call was made, as far as its own file shows. */
export interface CallCauses {
  /** The place of the call among the events of the batch. */
  readonly at: number;
  readonly found: readonly FoundCause[];
}

export const nothingFound: Findings = { causes: [], stories: [] };

/**
 * Analyses the batches of one file, from where reading stopped the last time. What it finds depends on the file alone,
 * so that any thread can do it: whether an event was copied from another file is for the store to know.
 */
export class FileAnalysis {
  readonly #source: Source;
  readonly #keep: boolean;
  #version: number | undefined;
  #analysis: SessionAnalysis | undefined;

  /** `analysis`: as it stood where reading stopped the last time. */
  constructor(job: ScanJob, source: Source, analysis?: SessionAnalysis) {
    this.#source = source;
    this.#keep = job.keptAt !== undefined;
    this.#version = job.resume?.version;
    this.#analysis = analysis;
  }

  add({ version, earlier, facts }: LooseBatch): Findings {
    if (version !== this.#version || earlier) this.#analysis = undefined;
    this.#version = version;
    const analysis = (this.#analysis ??= new SessionAnalysis(this.#source, this.#keep));
    if (earlier) {
      for (const each of earlier) analysis.add(each);
      // They were stored when they happened.
      analysis.takeStories();
    }
    const causes = facts.flatMap((each, at) => {
      const found = analysis.add(each, at);
      return found.length > 0 ? [{ at, found }] : [];
    });
    return { causes, stories: analysis.takeStories() };
  }

  /** As it stands after the last batch. */
  get state(): SessionAnalysis | undefined {
    return this.#analysis;
  }
}
