import { StemmaError } from '../../model/stemma-error.ts';
import type { ReadMarks } from '../queries/archive/commit.ts';
import type { Progress } from '../queries/archive/put-file.ts';
import type { FileMark } from '../store.ts';

/**
 * How far each file was when this process last looked. Several processes may read the same file at once, each from the
 * watermark it saw: what another has stored meanwhile must not be counted twice, nor its watermark set back.
 */
export class SeenMarks implements ReadMarks {
  readonly #marks = new Map<string, Progress>();
  #hasSeenAll = false;

  /** It was looked for, and was not here. */
  seeNone(path: string): void {
    this.#marks.set(path, nothing);
  }

  /** Every file was listed: any other did not exist. */
  seeAll(): void {
    this.#hasSeenAll = true;
  }

  see({ path, version, bytes, offset, lines }: FileMark): void {
    this.#marks.set(path, { version, bytes, offset, lines });
  }

  /**
   * Whether another process has stored this stretch already. The dispositions of its lines may differ: the second
   * process finds copies. Throws when the other has stored a part of it, whose end is unknown.
   */
  isOvertaken(stretch: FileMark, now: Progress): boolean {
    const seen = this.#marks.get(stretch.path) ?? (this.#hasSeenAll ? nothing : undefined);
    if (seen === undefined || !isFurther(now, seen)) return false;
    if (!isFurther(stretch, now)) return true;
    throw new StemmaError('store-busy', `Another process is reading ${stretch.path} into the same store.`, {
      hint: 'Run the command again: it goes on where that one is.',
    });
  }
}

const nothing: Progress = {
  version: -1,
  bytes: 0,
  offset: 0,
  lines: { mapped: 0, state: 0, copy: 0, raw: 0, issue: 0 },
};

function isFurther(a: Progress, b: Progress): boolean {
  return a.version === b.version
    ? a.offset > b.offset || (a.offset === b.offset && a.bytes > b.bytes)
    : a.version > b.version;
}
