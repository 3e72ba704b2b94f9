import type { Knowledge } from './file-knowledge.ts';

const most = 4;

/** How far a file had been read. */
interface Until {
  readonly path: string;
  readonly version: number;
  readonly offset: number;
}

/**
 * What is known of the files read last, for a program that reads the same files again and again as they grow. Taken
 * out to be told more, and put back when that is done; what was read but not kept is asked for from an earlier place,
 * and not found.
 */
export class WarmKnowledge {
  readonly #files = new Map<string, { readonly until: Until; readonly knowledge: Knowledge }>();

  take({ path, version, offset }: Until): Knowledge | undefined {
    const kept = this.#files.get(path);
    this.#files.delete(path);
    return kept?.until.version === version && kept.until.offset === offset ? kept.knowledge : undefined;
  }

  put(until: Until, knowledge: Knowledge): void {
    this.#files.delete(until.path);
    this.#files.set(until.path, { until, knowledge });
    if (this.#files.size > most) this.#files.delete(this.#files.keys().next().value!);
  }
}
