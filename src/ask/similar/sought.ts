import { fingerprintOf } from '../../memory/errors/fingerprint.ts';
import type { Chain } from '../../model/chain.ts';
import { keyOf, type Key } from '../../model/ids.ts';
import { clean } from '../../normalise/clean.ts';
import { errorLines } from '../../normalise/error-line.ts';
import { failureOf, isRefusal } from '../../normalise/failure.ts';
import { plain } from '../../normalise/one-line.ts';
import { readOutput } from '../../normalise/output.ts';
import { resultSummary } from '../../normalise/summary.ts';
import { twoEnds } from '../../normalise/two-ends.ts';
import { languagesIn } from './languages.ts';

/** What is looked for: the lines of a failure that say what went wrong, most telling first. */
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
  /** What failed if whoever printed it was no shell, or was one; good to look up, but no ground to look for what is like it. */
  readonly isGuess: boolean;
}

/** Any error output, whole or a line of it. It is read as a failing call's would be, so that what failed before has the same fingerprint. */
export function soughtIn(text: string): Sought {
  const output = readOutput(text);
  const body = plain(twoEnds(output.body));
  const complaints = errorLines(body, mostLines);
  const asShell = reasonOf(text, []);
  const asTool = reasonOf(text, null);
  // Programs say anything before the line that matters; tools that are no shell say it first.
  const main = complaints.length > 0 ? [asShell, asTool] : [asTool, asShell];
  return { lines: linesOf(main.map(fingerprintOf), complaints.map((line) => clean(fingerprintOf(line)))), languages: languagesIn(body), marks: [] };
}

/** A failure that is known already. */
export function soughtOf({ error: { fingerprint, also, message, marks }, attempts }: Chain): Sought {
  const files = [...marks, ...attempts.flatMap((each) => each.marks)].join('\n');
  return { lines: linesOf([fingerprint], also), languages: languagesIn(`${message}\n${files}`), marks };
}

/** Of an output with a hundred errors the first few tell which run it was. */
const mostLines = 12;

function reasonOf(text: string, programs: readonly string[] | null): string {
  const output = readOutput(text);
  const status = isRefusal(output.body) ? 'denied' : 'failed';
  const { reason } = failureOf({ act: null, answers: false, masked: false, reports: true, programs, output, status });
  return reason === null || reason === 'failed' ? '' : resultSummary('', reason);
}

function linesOf(main: readonly string[], others: readonly string[]): readonly SoughtLine[] {
  const lines = new Map<string, SoughtLine>();
  for (const [texts, isMain] of [[main, true], [others, false]] as const) {
    for (const fingerprint of texts) {
      if (/[\p{L}\p{N}]/u.test(fingerprint) && !lines.has(fingerprint)) lines.set(fingerprint, { fingerprint, key: keyOf(fingerprint), isMain, isGuess: isMain && lines.size > 0 });
    }
  }
  return [...lines.values()];
}
