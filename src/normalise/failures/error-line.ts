import { recordedError } from './error-record.ts';
import { failingTerms } from './failing-terms.ts';

/**
 * The line of a failed output that states the error: the name of the failing test; else the exception, rather than the
 * header of its trace, or the first error of a compiler, rather than its count; else a program's message. Undefined
 * when no line looks like one.
 */
export function errorLine(output: string): string | undefined {
  return errorLines(output, 1)[0];
}

/** The lines that state errors, most informative first, at most `limit`. */
export function errorLines(output: string, limit: number): readonly string[] {
  const last = lastScript(output);
  const inLast = last === undefined ? [] : errorLinesIn(last, limit);
  return inLast.length > 0 ? inLast : errorLinesIn(output, limit);
}

/**
 * What the last of several scripts printed: a runner stops at the script that fails, and what those before it printed
 * were logs of something that passed. Runners put the script before its output: `$ tsc --noEmit`, `> shop@1.0.0 test`.
 */
function lastScript(output: string): string | undefined {
  const headers = [...output.matchAll(/^(?:\$ [a-z][^\n]*|> \S+@\d\S* \S+)$/gm)];
  return headers.length < 2 ? undefined : output.slice(headers.at(-1)!.index);
}

function errorLinesIn(output: string, limit: number): readonly string[] {
  const found: string[] = [];
  for (const sort of sorts) {
    found.push(...linesOf(sort, output, limit, found));
    if (found.length >= limit) return found.slice(0, limit);
    // What a runner prints around an exception is noise; a test and its exception belong together.
    if (found.length > 0 && sort !== failedTests) return found;
  }
  return found;
}

/**
 * The few lines of a failed output by which a person may know the failure: a test and its exception, what the remote
 * reported and what git adds to it. The most informative first; a few of every sort, so that each can be found.
 */
export function keyLines(output: string, limit: number): readonly string[] {
  const found: string[] = [];
  for (const sort of [...sorts, mentions]) {
    found.push(...linesOf(sort, output, perSort, found));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
const perSort = 2;

type Sort = (output: string) => Iterable<string>;
const sorts: readonly Sort[] = [records, failedTests, traced, refusedPushes, diagnostics, messages];

function linesOf(sort: Sort, output: string, limit: number, known: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const headers: string[] = [];
  for (const line of sort(output)) {
    const tidied = tidy(line);
    if (isEcho.test(tidied) || known.includes(tidied) || lines.includes(tidied)) continue;
    // A tool that a hook ran, `✖ eslint --fix:`, is no test; what it found follows.
    if (sort === failedTests && /^\S+ (?:\S+ )?(?:-\S+|\S+):$/.test(tidied)) continue;
    // The text of an error that ends with a colon is on the next line.
    (tidied.endsWith(':') ? headers : lines).push(tidied);
    if (lines.length >= limit) break;
  }
  return [...lines, ...headers];
}

/** The first line in the terms of failures, for a failure that no line states. */
export function mentionLine(output: string): string | undefined {
  return mentions(output).next().value;
}

/** Lines in the terms of failures, wherever they stand in them. */
function* mentions(output: string): Generator<string, undefined> {
  const lines = output.split('\n');
  for (const line of lines.length <= 80 ? lines : [...lines.slice(0, 20), ...lines.slice(-60)]) {
    const tidied = tidy(line);
    if (
      tidied.length < longestMention &&
      (failingTerms.test(tidied) || isAbsence.test(tidied)) &&
      !isFine.test(tidied) &&
      !isNoise.test(line) &&
      !isEcho.test(tidied)
    )
      yield tidied;
  }
  return undefined;
}
const longestMention = 300;
/** `No version is set for command frob`. */
const isAbsence = /^No [a-z]/;
/** Reports of success, and code. */
const isFine = /[✅✓✔]|\b(?:0|no) (?:errors?|failures?|failed|warnings?)\b|\b0 error\(|\bsuccess|<unknown>|[{};]$/i;

/** The last line with a letter; a failure without an error line often explains itself there. */
export function lastLine(output: string): string | undefined {
  const text = output.slice(-4000);
  let end = text.length;
  let noise: string | undefined;
  while (end > 0) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const raw = text.slice(start, end);
    const line = tidy(raw);
    end = start - 1;
    if (!/[\p{L}\p{N}]/u.test(line) || line.startsWith('hint: ')) continue;
    if (line.length >= longestLine) return noise;
    if (!isNoise.test(raw)) return line;
    noise ??= line;
  }
  return noise;
}

/** Advice, lists of options, frames of a stack, parts of PowerShell's records, warnings. */
const isNoise =
  /^\s*(?:hint: |[$>] |npm (?:warn|WARN|notice)\b|(?:Flags|Options|Commands|Arguments|Examples?):$|\+ |At \S+:\d+ char:|at (?:\S+ \(|\S+:\d+|async )|File "[^"]*", line \d|Try '|Run '|Use "|See |For more |Check the spelling|the name\.$|-{1,2}[a-zA-Z][\w-]*(?:[ ,=]|$)|[Uu]sage: |warning: |WARN(?:ING)?\b|\d+: 0x|[-=~^|_ ]+$)/;

const longestLine = 400;

/** Names of tests that failed, as runners print them. */
function* failedTests(text: string): Iterable<string> {
  if (!/fail|not ok|✖|×|✗/i.test(text)) return;
  yield* matches(testName, text);
  // Mocha and its like number the failures, with the suite and the test on lines of their own.
  const count = /^[ \t]+[1-9]\d* failing$/m.exec(text);
  if (!count) return;
  for (const [, suite, name] of text.slice(count.index).matchAll(/^[ \t]+\d+\) ([^\n]+)(?:\n[ \t]+([^\n]+):$)?/gm))
    yield name === undefined ? suite!.replace(/:$/, '') : `${suite} ${name}`;
}

const testName = atLineStart([
  // TAP, node --test, Vitest, Jest, Bun, Playwright
  `[ \\t]*not ok \\d+ - (?![^\\n]*# (?:TODO|SKIP))[^\\n]+`,
  `[ \\t]*[✖×✗] (?!failing tests:|\\d+ problems?\\b|lint-staged)[^\\n]+`,
  `[ \\t]*FAIL[ \\t]+\\S+(?: \\[[^\\n]*\\])? > [^\\n]+`,
  `[ \\t]*● (?!Console|Test suite failed)[^\\n]* › [^\\n]+`,
  `\\(fail\\) [^\\n]+`,
  // gh pr checks
  `[^\\t\\n]+\\tfail\\t[^\\n]+`,
  `[ \\t]+\\d+\\) \\[?[^\\n]* › [^\\n]+`,
  // pytest, unittest, Go, Rust, Deno, Elixir, .NET, Gradle, CTest
  `(?:FAILED|ERROR) \\S+(?:::|\\.py\\b)[^\\n]*`,
  `(?:FAIL|ERROR): \\w+ \\([\\w.]+\\)`,
  `[ \\t]*--- FAIL: [^\\n]+`,
  `test [^\\n]+ \\.\\.\\. FAILED`,
  `[ \\t]+1\\) (?:test|doctest) [^\\n]+ \\([\\w.]+\\)`,
  `[ \\t]+Failed [\\w.]+[^\\n]* \\[[\\d.,< ]+ m?s\\]`,
  `\\w+ > [^\\n]+ FAILED`,
  `[ \\t]+\\d+ - [^\\n]+ \\((?:Failed|Timeout|SEGFAULT)\\)`,
]);

/** The exception at the end of Python's trace; of several traces the last one's, which was not caught. */
function traced(text: string): Iterable<string> {
  const at = text.lastIndexOf('Traceback (most recent call last)');
  if (at < 0) return [];
  const indent = at - text.lastIndexOf('\n', at) - 1;
  const exception = text
    .slice(at, at + 8000)
    .split('\n')
    .slice(1)
    .find((line) => line.trim() !== '' && line.search(/\S/) <= indent);
  return exception !== undefined && /^\s*[A-Za-z_][\w.]*(?::|$)/.test(exception) ? [exception] : [];
}

/** What a server says about a push, which git only repeats as "failed to push some refs". */
function refusedPushes(text: string): Iterable<string> {
  return text.includes('remote: ') || text.includes('rejected]') ? matches(refusedPush, text) : [];
}
const refusedPush = atLineStart([
  `remote: (?:fatal|error|ERROR)[:\\]] ?[^\\n]+`,
  ` ! \\[(?:remote )?rejected\\][^\\n]+`,
]);

/** What PowerShell recorded. */
function records(text: string): Iterable<string> {
  const message = recordedError(text);
  return message === undefined ? [] : [message];
}

function diagnostics(text: string): Iterable<string> {
  return matches(diagnostic, text);
}

// `TypeError: x is not a function`, `sqlite3.OperationalError: no such table`, `E   assert 1 == 2`, `error[E0308]: …`,
// `src/a.ts(3,4): error TS2322: …`, `  3:7  error  Unexpected var  no-var`, `** (CompileError) …`
const diagnostic = atLineStart([
  `[ \\t]*(?:Uncaught )?(?:[A-Za-z_$][\\w$]*[.:]{1,2})*[A-Z]\\w*(?:Error|Exception|Failure|Interrupt)(?:\\b(?!\\w|=| =|\\()[^\\n]*)?`,
  `E {2,}[^\\n]+`,
  `[ \\t]*(?:[^\\s:(]+(?:\\(\\d+,\\d+\\)|:\\d+(?::\\d+)?):? (?:- )?)?(?:fatal )?error(?:\\[\\w+\\]| TS\\d+)?: [^\\n]+`,
  `[ \\t]+\\d+:\\d+[ \\t]+error[ \\t]+[^\\n]+`,
  `[^\\s:]+:\\d+(?::\\d+)? error [^\\n]+`,
  `(?:\\./)?[^\\s:]+\\.go:\\d+:\\d+: [^\\n]+`,
  `\\*\\* \\(\\w[\\w.]*\\) [^\\n]+`,
  `panic: [^\\n]+`,
  `fatal: [^\\n]+`,
]);

function messages(text: string): Iterable<string> {
  return matches(message, text);
}

const message = new RegExp(
  atLineStart([
    `[ \\t]*(?:\\[?(?:error|fatal|failed|failure|ERR!?)\\b\\]?|npm (?:ERR!|error)|❌|--- FAIL|FAIL(?:ED)?\\b)[^\\n]*`,
    `[^\\n]{0,120}: (?:No such file or directory|command not found|[Pp]ermission denied|cannot [^\\n]*|not found|Is a directory|unrecognized [^\\n]*|invalid [^\\n]*|illegal [^\\n]*|unknown [^\\n]*)[^\\n]*`,
    `[^\\n]{0,60}: (?:no such file or directory|command not found|no matches found|permission denied): [^\\n]*`,
    `[ ]?ERR_\\w+[^\\n]*`,
    `The following paths are ignored by [^\\n]*`,
  ]).source,
  'gim',
);

/** Lines in which an outer program only reports that the inner one failed, and counts. */
const isEcho =
  /^(?:npm (?:ERR!|error) (?:code|errno|syscall|Lifecycle|Test failed|command|path|workspace|location|in workspace|A complete log)|error Command failed|error: (?:script "|could not compile|aborting due to|test failed, to rerun|process didn't exit|recipe|\d+ (?:errors?|targets?))|Found \d+ errors?|FAILED \(|FAIL$|failed$|error:?$|g?make)|^\S*error:? .{0,80}(?:exit(?:ed)?|failed) with (?:exit )?code \d+|^error: failed to push some refs|^husky - |^[#ℹ] fail |^\d+ (?:tests? )?fail(?:ed|ing|ures?)?\b[^\n]{0,20}$|^(?:Tests?|Test (?:Files|Suites)):?\s+(?:\d+ \w+, )*\d+ failed|^\[?exited? (?:with )?(?:code|status)|^Exit status \d|^Failed to compile|^Error Context:|^× Some (?:errors|warnings) were emitted/i;

function atLineStart(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})`, 'gm');
}

function* matches(pattern: RegExp, text: string): Iterable<string> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { lastIndex } = pattern;
    yield match[0];
    pattern.lastIndex = lastIndex;
  }
}

function tidy(line: string): string {
  return line
    .replace(/<\/?tool_use_error>/g, '')
    .trim()
    .slice(0, longestLine);
}
