/**
 * The line in which a test runner, compiler or package manager says that it failed, wherever in the output it stands.
 * For outputs whose exit code says nothing, because the failure went into a pipe: `npm test | tail`.
 *
 * Every pattern begins at the start of a line and wants a count above zero: a test called "handles 2 failed logins" is
 * no failure, nor is "0 failed".
 */
export function verdictIn(output: string): string | undefined {
  // Verdicts come last; a program that could not even start says so first.
  if (output.length <= tail + head) return lineOf(output);
  return lineOf(output.slice(-tail)) ?? lineOf(output.slice(0, head));
}

const tail = 6000;
const head = 1500;

function lineOf(output: string): string | undefined {
  const found = verdict.exec(output);
  if (!found) return undefined;
  if (!found[0].startsWith('Traceback')) return found[0];
  // The exception stands at the end of the trace.
  return /^[A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Warning)\b[^\n]*/m.exec(output.slice(found.index))?.[0] ?? found[0];
}

const n = '[1-9]\\d*';
const verdict = new RegExp(
  [
    // JavaScript: Jest, Vitest, Mocha, node --test, TAP, Playwright, Bun, ESLint, TypeScript, npm
    `[ \\t]*(?:Tests|Test Suites|Test Files|Snapshots):?[ \\t]+${n} failed`,
    `[ \\t]{2,}${n} (?:failing|failed)$`,
    `[ \\t]*${n} fail$`,
    `(?:#|ℹ) fail ${n}`,
    `not ok \\d+(?![^\\n]*# (?:TODO|SKIP))[^\\n]*`,
    `[✖×] ${n} problems? \\((?!0 errors)[^\\n]*`,
    `[^\\s:(]+(?:\\(\\d+,\\d+\\)|:\\d+:\\d+)(?: -|:) error TS\\d+:[^\\n]*`,
    `error TS\\d+:[^\\n]*`,
    `npm (?:ERR!|error) [^\\n]+`,
    ` ?(?:ELIFECYCLE|ERR_PNPM_\\w+)[^\\n]*`,
    // Python: pytest, unittest, mypy, ruff
    `=+ (?:[^\\n=]*\\b)?${n} (?:failed|errors?)\\b[^\\n]*`,
    `${n} failed(?:,| in )[^\\n]*`,
    `FAILED \\((?:failures|errors)=[^\\n]*`,
    `Found ${n} errors?\\b[^\\n]*`,
    `Traceback \\(most recent call last\\)`,
    // Rust, Go, C, Java, .NET, Ruby, PHP, Elixir, Deno, Swift
    `test result: FAILED[^\\n]*`,
    `error(?:\\[E\\d+\\])?: (?!0 )[^\\n]+`,
    `--- FAIL: [^\\n]*`,
    `FAIL(?:\\t[^\\n]*|$)`,
    `[^\\s:]+:\\d+:\\d+: (?:fatal )?error: [^\\n]*`,
    `[^\\s:]+\\.go:\\d+:\\d+: [^\\n]*`,
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
    // The shell itself
    `(?:\\S+: )?(?:line \\d+: |\\d+: )?\\S+: (?:command )?not found$`,
    `zsh:\\d*:? ?command not found: \\S+`,
    `panic: [^\\n]*`,
  ]
    .map((pattern) => `^(?:${pattern})`)
    .join('|'),
  'm',
);
