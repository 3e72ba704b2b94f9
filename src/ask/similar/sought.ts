import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import type { Chain } from '../../model/chain.ts';
import { keyOf, type Key } from '../../model/ids.ts';
import { clean } from '../../normalise/text/clean.ts';
import { reasonsIn } from '../../normalise/failures/reasons-in.ts';
import { languagesIn } from './languages.ts';

/** What to search for: the lines of a failure that describe it, most distinctive first. */
export interface Sought {
  readonly lines: readonly SoughtLine[];
  readonly languages: ReadonlySet<string>;
  /** What was being done; none when only the output is known. */
  readonly marks: readonly string[];
}

export interface SoughtLine {
  readonly fingerprint: string;
  readonly key: Key;
  /** What failed, or only what the output complained of too. */
  readonly isMain: boolean;
  /**
   * What failed if whoever printed it was no shell, or was one; good to look up, but no ground to look for what is
   * like it.
   */
  readonly isGuess: boolean;
}

/** Any error output, whole or a line of it. */
export function soughtIn(text: string): Sought {
  const { reasons, errorLines, body } = reasonsIn(text, mostLines);
  return {
    lines: linesOf(
      reasons.map(fingerprintOf),
      errorLines.map((line) => fingerprintOf(clean(line))),
    ),
    languages: languagesIn(body),
    marks: [],
  };
}

/** A failure that is known already. */
export function soughtOf({ error: { fingerprint, also, message, marks }, attempts }: Chain): Sought {
  const files = [...marks, ...attempts.flatMap((each) => each.marks)].join('\n');
  return { lines: linesOf([fingerprint], also), languages: languagesIn(`${message}\n${files}`), marks };
}

/** The first few errors of an output identify it. */
const mostLines = 12;

function linesOf(main: readonly string[], others: readonly string[]): readonly SoughtLine[] {
  const lines = new Map<string, SoughtLine>();
  for (const [texts, isMain] of [
    [main, true],
    [others, false],
  ] as const) {
    for (const fingerprint of texts) {
      if (/[\p{L}\p{N}]/u.test(fingerprint) && !lines.has(fingerprint))
        lines.set(fingerprint, { fingerprint, key: keyOf(fingerprint), isMain, isGuess: isMain && lines.size > 0 });
    }
  }
  return [...lines.values()];
}
