import type { SessionAnalysis } from './session-analysis.ts';

/** How far a file had been read. */
interface Until {
  readonly path: string;
  readonly version: number;
  readonly offset: number;
}

/**
 * The analyses of the files read last, for a program that reads the same growing files again and again. An analysis is
 * taken out, fed and put back. One that saw more than was stored does not match the place where reading continues, and
 * is not returned.
 */
export class AnalysisCache {
  readonly #maxFiles: number;
  readonly #files = new Map<string, { readonly until: Until; readonly analysis: SessionAnalysis }>();

  constructor(maxFiles = 4) {
    this.#maxFiles = maxFiles;
  }

  take({ path, version, offset }: Until): SessionAnalysis | undefined {
    const cached = this.#files.get(path);
    this.#files.delete(path);
    return cached?.until.version === version && cached.until.offset === offset ? cached.analysis : undefined;
  }

  put(until: Until, analysis: SessionAnalysis): void {
    this.#files.delete(until.path);
    this.#files.set(until.path, { until, analysis });
    if (this.#files.size > this.#maxFiles) this.#files.delete(this.#files.keys().next().value!);
  }
}

/** A part of a cache. */
export type AnalysesOfFiles = Pick<AnalysisCache, 'take' | 'put'>;
