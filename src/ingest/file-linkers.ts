import type { FoundCause } from '../causal/linker.ts';
import type { Source } from '../sources/source.ts';
import type { ScanBatch, ScanEvent, ScanJob } from './scan-batch.ts';
import { SessionLinkers } from './session-linkers.ts';
import type { WarmLinkers } from './warm-linkers.ts';

/** Why a call was made, as far as its own file shows. */
export interface CallCauses {
  readonly call: ScanEvent;
  readonly found: readonly FoundCause[];
}

export interface FileLinkersOptions {
  readonly job: ScanJob;
  readonly source: Source;
  /** They know what the file had told when it was left. */
  readonly linkers?: SessionLinkers | undefined;
  /** Where they go in the end. */
  readonly warm?: WarmLinkers | undefined;
}

/** The linkers of one file, from where it was left. They are told in the thread that keeps: the one that reads has enough to do. */
export class FileLinkers {
  readonly #job: ScanJob;
  readonly #source: Source;
  readonly #warm: WarmLinkers | undefined;
  #version: number | undefined;
  #linkers: SessionLinkers | undefined;

  constructor({ job, source, linkers, warm }: FileLinkersOptions) {
    this.#job = job;
    this.#source = source;
    this.#warm = warm;
    this.#version = job.resume?.version;
    this.#linkers = linkers;
  }

  causes({ version, lesson, events }: ScanBatch): CallCauses[] {
    if (version !== this.#version || lesson) this.#linkers = undefined;
    this.#version = version;
    const linkers = (this.#linkers ??= new SessionLinkers(this.#source.gives));
    for (const told of lesson ?? []) linkers.add(told);
    return events.flatMap((call) => {
      const found = linkers.add({ session: call.row.session, key: call.keyText, parent: call.parentText, told: call.told });
      return found.length > 0 ? [{ call, found }] : [];
    });
  }

  /** What the batch told is kept: whoever reads on from there need not be told again. */
  kept({ version, offset, last }: ScanBatch): void {
    if (last && this.#linkers) this.#warm?.put({ path: this.#job.path, version, offset }, this.#linkers);
  }
}
