import { problemOf } from '../fingerprint.ts';

/**
 * All problems in an output, each without what differs between runs, so that two runs can be compared: what was there before and is gone was
 * fixed. Lines that name a place in a file count too: linters print the problem on the next line.
 */
export function problemsIn(output: string, errorLines: readonly string[]): ReadonlySet<string> {
  const problems = new Set(errorLines.map(problemOf));
  for (const [line] of output.slice(0, 120_000).matchAll(placed)) {
    if (problems.size >= maxProblems) break;
    problems.add(problemOf(line));
  }
  return problems;
}

const maxProblems = 120;
/** A place in a file at the beginning of a line, and its message. Stack frames do not count. */
const placed =
  /^(?: at )?(?:[\w@.+~-]*[\\/])*[\w@.+-]+\.[A-Za-z]\w{0,9}(?::\d+(?::\d+)?|\(\d+,\d+\))[: ][^\n]{3,300}/gm;
