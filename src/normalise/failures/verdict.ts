/**
 * The line in which a test runner, compiler or package manager reports that it failed, anywhere in the output. For
 * outputs whose exit code was lost in a pipe: `npm test | tail`.
 *
 * Every pattern begins at the start of a line and needs a count above zero: a test called "handles 2 failed logins" is
 * no failure, nor is "0 failed".
 */
export function verdictIn(output: string): string | undefined {
  const summed = verdict.exec(output)?.[0];
  if (summed !== undefined) return summed.trim();
  const found = failureLine.exec(output)?.[0];
  // Tests that pass may print the errors they provoke.
  return found === undefined || passed.test(output) ? undefined : found;
}

/** Whether a runner reports that everything passed. */
export function hasPassed(output: string): boolean {
  return passed.test(output);
}

/** Where the output of a run ends of which no test failed; 0 when there is none, or when something failed before it. */
export function endOfPassed(output: string): number {
  // A quick no.
  if (!output.includes('pass')) return 0;
  let end = 0;
  for (const { 0: text, index } of output.matchAll(noneFailed)) end = index + text.length;
  return end > 0 && !verdict.test(output.slice(0, end)) ? end : 0;
}

/**
 * A quick no: looking for what every verdict contains is many times faster than looking for the verdicts. A pattern below
 * without any of these traces needs one of its own.
 */
export function mayHoldVerdict(output: string): boolean {
  return traces.some((trace) => output.includes(trace));
}
const traces = [
  'ail',
  'AIL',
  'rror',
  'RROR',
  'not ok ',
  'not found',
  'Traceback (',
  'panic: ',
  '*** ',
  'ELIFECYCLE',
  'ERR',
  'stopped: ',
  '** (',
  '.go:',
  'with code',
  'fatal: ',
  'CONFLICT (',
  'rejected',
  '━━━━━━━━',
];

const n = '[1-9]\\d*';
/** The last line of a runner. */
const verdict = atLineStart([
  // JavaScript: Jest, Vitest, Mocha, node --test, TAP, Playwright, Bun, ESLint, TypeScript, npm
  `[ \\t]*(?:Tests|Test Suites|Test Files):?[ \\t]+(?:\\d+ \\w+, )*${n} failed[^\\n]*`,
  `[ \\t]{2,}${n} (?:failing|failed)[ \\t]*$`,
  `[ \\t]*${n} fail$`,
  `(?:#|ℹ) fail ${n}`,
  // Biome: `src/cart.ts:1:1 lint/style/useConst  FIXABLE  ━━━━`, above an error; what is above a warning may be a lint only.
  `[ \\t]*(?:at )?\\S+\\.\\w+(?::\\d+:\\d+)? (?:(?:assist|format|parse|organizeImports)\\b[^\\n]*━{8}|lint/[^\\n]*━{8}━*\\s+×)[^\\n]*`,
  `[✖×] ${n} problems? \\((?!0 errors)[^\\n]*`,
  `[^\\s:(]+(?:\\(\\d+,\\d+\\)|:\\d+:\\d+)(?: -|:) error TS\\d+:[^\\n]*`,
  `error TS\\d+:[^\\n]*`,
  `npm (?:ERR!|error) [^\\n]+`,
  // pnpm sets its codes in spaces of its own.
  `[ \\u2009]?(?:ELIFECYCLE|ERR_PNPM_\\w+)[^\\n]*`,
  // Python: pytest, unittest, mypy, ruff
  `=+ (?:[^\\n=]*\\b)?${n} (?:failed|errors?)\\b[^\\n]*`,
  `${n} failed(?:,| in )[^\\n]*`,
  `FAILED \\((?:failures|errors)=[^\\n]*`,
  `Found ${n} errors?\\b[^\\n]*`,
  // Rust, Go, C, Java, .NET, Ruby, PHP, Elixir, Deno, Swift
  `test result: FAILED[^\\n]*`,
  `--- FAIL: [^\\n]*`,
  `FAIL(?:\\t[^\\n]*|$)`,
  `g?make(?:\\[\\d+\\])?: \\*\\*\\* [^\\n]*`,
  `ninja: build stopped: [^\\n]*`,
  `\\[(?:ERROR|INFO)\\] BUILD FAILURE`,
  `BUILD FAILED\\b[^\\n]*`,
  `(?:FAILURE: Build failed|Build FAILED)[^\\n]*`,
  `Failed![ \\t]+- Failed:[ \\t]+${n}[^\\n]*`,
  `\\d+% tests passed, ${n} tests? failed[^\\n]*`,
  `\\d+ (?:examples?|tests?|runs?)(?:, \\d+ (?:assertions|doctests?))*, (?:${n} (?:failures?|errors?)|\\d+ failures?, ${n} errors?)[^\\n]*`,
  `FAILURES!`,
  `Tests: \\d+, Assertions: \\d+, (?:Failures|Errors): ${n}[^\\n]*`,
  `FAILED \\|[^\\n]*`,
  `\\*\\* \\((?:CompileError|Mix)[^\\n]*`,
  // What runs other programs: hooks of git, yarn, pre-commit
  `husky - [^\\n]*(?:failed|exited with code ${n})[^\\n]*`,
  `(?:error:? )?(?:script "[^"\\n]*"|[\\w./-]+) (?:failed|exited) with (?:exit )?code:? ${n}[^\\n]*`,
  `[✖×] lint-staged[^\\n]*`,
  `\\w[\\w (),/'-]{0,79}\\.{3,}Failed$`,
]);

/** An error line of a program, or of a shell that cannot find it. */
const failureLine = atLineStart([
  `not ok \\d+(?![^\\n]*# (?:TODO|SKIP))[^\\n]*`,
  `Traceback \\(most recent call last\\)`,
  `error(?:\\[E\\d+\\])?: (?!0 )[^\\n]+`,
  `[^\\s:]+:\\d+:\\d+: (?:fatal )?error: [^\\n]*`,
  `[^\\s:]+\\.go:\\d+:\\d+: [^\\n]*`,
  `(?:\\S+: )?(?:line \\d+: |\\d+: )?\\S+: (?:command )?not found$`,
  `zsh:\\d*:? ?command not found: \\S+`,
  `panic: [^\\n]*`,
]);

const passed = atLineStart([
  `[ \\t]*0 (?:fail|failed|failing|failures)\\b`,
  `(?:#|ℹ) fail 0`,
  `[ \\t]*(?:Tests|Test Suites|Test Files):?[ \\t]+${n} passed`,
  `=+ ${n} passed[^\\n]*`,
  `[ \\t]*${n} (?:passed|passing)\\b`,
  `test result: ok`,
  `ok[ \\t]+\\S+[ \\t]+[\\d.(]`,
  `OK(?: \\(|$)`,
  `\\[INFO\\] BUILD SUCCESS`,
  `BUILD SUCCESSFUL`,
  `\\d+ (?:examples?|tests?|runs?)(?:, \\d+ \\w+)*, 0 failures`,
]);

/** Of all tests; other runners count one file or package at a time. */
const noneFailed =
  /^(?:[ \t]*0 (?:fail|failed|failing|failures)\b|(?:#|ℹ) fail 0\b|[ \t]*Tests:?[ \t]+\d+ passed)[^\n]*/gm;

function atLineStart(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `^(?:${pattern})`).join('|'), 'm');
}
