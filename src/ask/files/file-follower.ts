import type { FileChange, Hunk } from './answer.ts';
import type { CallChange } from './call-changes.ts';
import { KnownLines, numberedLines } from './known-lines.ts';
import { hunksOf, linesIn } from './line-diff.ts';
import { recordedHunks } from './recorded-hunks.ts';

type Shown = Omit<FileChange, 'step' | 'prompt' | 'subagent'>;

/** Follows one file from change to change. */
export class FileFollower {
  readonly #known = new KnownLines();
  readonly #safe: (text: string) => string;
  readonly #raw: boolean;

  /** `safe` takes secrets out of a text. */
  constructor(safe: (text: string) => string, raw: boolean) {
    this.#safe = safe;
    this.#raw = raw;
  }

  /** What a call that read the file showed of it. */
  saw(output: string): void {
    this.#known.saw(numberedLines(this.#safe(output)));
  }

  /** `changes` is undefined when the bytes of the call were evicted. */
  changed({
    changes,
    records,
  }: {
    readonly changes: readonly CallChange[] | undefined;
    /** The records of the results and of the call. */
    readonly records: readonly unknown[];
  }): Shown {
    for (const record of changes ? records : []) {
      const hunks = recordedHunks(record, this.#raw);
      if (!hunks) continue;
      this.#known.patched(hunks);
      const whole = changes!.findLast(({ is }) => is === 'whole');
      if (whole?.is === 'whole') this.#known.wrote(linesIn(this.#safe(whole.text)));
      return shownOf(hunks, 'recorded', null);
    }
    if (!changes || changes.every(({ is }) => is === 'unknown')) {
      this.#known.forget();
      return shownOf([], null, changes ? 'program' : 'evicted');
    }
    const parts = changes.map((change) => this.#apply(change));
    const isNumbered = parts.every(({ start }) => start !== null);
    const hunks = parts.flatMap(({ old, text, start }) => hunksOf(old, text, isNumbered ? start : null));
    return shownOf(hunks, isNumbered ? 'derived' : null, null);
  }

  #apply(change: CallChange): {
    readonly old: readonly string[];
    readonly text: readonly string[];
    readonly start: number | null;
  } {
    if (change.is === 'unknown') {
      this.#known.forget();
      return { old: [], text: [], start: null };
    }
    const text = linesIn(this.#safe(change.text));
    if (change.is === 'whole') {
      const old = this.#known.whole() ?? [];
      this.#known.wrote(text);
      return { old, text, start: 1 };
    }
    if (change.is === 'insertion') {
      this.#known.forget();
      return { old: [], text, start: null };
    }
    const old = linesIn(this.#safe(change.old));
    const start = this.#known.replaced(old, text) ?? null;
    // A newline more or less at the end joins or splits lines.
    if (change.old.endsWith('\n') !== change.text.endsWith('\n') && change.text !== '') this.#known.forget();
    return { old, text, start };
  }
}

function shownOf(hunks: readonly Hunk[], numbers: Shown['numbers'], missing: Shown['missing']): Shown {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const shown: Hunk[] = [];
  let left = mostLines;
  for (const hunk of hunks) {
    if (left <= 0) break;
    shown.push({ ...hunk, lines: hunk.lines.slice(0, left).map((line) => line.slice(0, longestLine)) });
    left -= hunk.lines.length;
  }
  return {
    hunks: shown,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    numbers: hunks.length === 0 ? null : numbers,
    missing,
    lines_left_out: Math.max(0, -left),
  };
}

const mostLines = 400;
const longestLine = 1_000;
