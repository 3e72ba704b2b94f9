import type { SessionLinkers } from './session-linkers.ts';

const most = 4;

/** How far a file had been read. */
interface Until {
  readonly path: string;
  readonly version: number;
  readonly offset: number;
}

/**
 * What linkers know of the files read last, for a program that reads the same files again and again as they grow. Taken
 * out to be told more, and put back when that is done; what was read but not kept is asked for from an earlier place, and not found.
 */
export class WarmLinkers {
  readonly #linkers = new Map<string, { readonly until: Until; readonly linkers: SessionLinkers }>();

  take({ path, version, offset }: Until): SessionLinkers | undefined {
    const kept = this.#linkers.get(path);
    this.#linkers.delete(path);
    return kept?.until.version === version && kept.until.offset === offset ? kept.linkers : undefined;
  }

  put(until: Until, linkers: SessionLinkers): void {
    this.#linkers.delete(until.path);
    this.#linkers.set(until.path, { until, linkers });
    if (this.#linkers.size > most) this.#linkers.delete(this.#linkers.keys().next().value!);
  }
}
