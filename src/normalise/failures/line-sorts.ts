import { recordedError } from './error-record.ts';
import { failingTerms } from './failing-terms.ts';
import { isNoise } from './noise-lines.ts';

/** Lines of an output that state errors in one way, in their order. */
export type LineSort = (output: string) => Iterable<string>;

/** What PowerShell recorded. */
export function records(text: string): Iterable<string> {
  const message = recordedError(text);
  return message === undefined ? [] : [message];
}

/** Names of tests that failed, as runners print them. */
export function* failedTests(text: string): Iterable<string> {
  if (!testMarks.some((mark) => text.includes(mark))) return;
  const isFramed = text.includes(frame);
  for (const line of matches(testName, text)) {
    // What a linter found; and a tool that a hook ran, `✖ eslint --fix:`, is no test: what it found follows.
    if ((isFramed && /^[ \t]+× /.test(line)) || /^\s*\S+ (?:\S+ )?(?:-\S+|\S+):$/.test(line)) continue;
    yield line;
  }
  // Mocha and its like number the failures, with the suite and the test on lines of their own.
  const isNumbered = text.includes(' failing\n') || text.includes('Failures:\n');
  const count = isNumbered ? /^(?:[ \t]+[1-9]\d* failing|Failures:)$/m.exec(text) : null;
  if (!count) return;
  for (const [, suite, name] of text.slice(count.index).matchAll(/^[ \t]+\d+\) ([^\n]+)(?:\n[ \t]+([^\n]+):$)?/gm))
    yield name === undefined ? suite!.replace(/:$/, '') : `${suite} ${name}`;
}

/** A quick no. A pattern below without any of these needs one of its own. */
const testMarks = [
  'not ok ',
  '✖',
  '×',
  '✗',
  'FAIL',
  'ERROR',
  ' › ',
  '(fail)',
  'Unhandled',
  '\tfail\t',
  'Failed ',
  'failing\n',
].concat(['doctest ', ' 1) test ', '(Failed)', '(Timeout)', '(SEGFAULT)', 'Failures:\n']);

const testName = atLineStart([
  // TAP, node --test, Vitest, Jest, Bun, Playwright
  `[ \\t]*not ok \\d+ - (?![^\\n]*# (?:TODO|SKIP))[^\\n]+`,
  `[ \\t]*[✖×✗] (?!failing tests:|\\d+ problems?\\b|lint-staged)[^\\n]+`,
  `[ \\t]*FAIL[ \\t]+\\S+(?: \\[[^\\n]*\\])? > [^\\n]+`,
  `[ \\t]*● (?!Console|Test suite failed)[^\\n]* › [^\\n]+`,
  `\\(fail\\) [^\\n]+`,
  `[ \\t]+(?:\\d+\\) )?\\[[\\w -]+\\] › [^\\n]+ › [^\\n]+`,
  // gh pr checks
  `[^\\t\\n]+\\tfail\\t[^\\n]+`,
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
export function traced(text: string): Iterable<string> {
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

/** What a server or the connection to it reports, which git only repeats: "failed to push some refs". */
export function* remotes(text: string): Iterable<string> {
  if (!(text.includes('fatal: ') || text.includes('rejected]') || text.includes('failed to push'))) return;
  if (!isGitFailing.test(text)) return;
  for (const line of matches(ofRemote, text)) if (ofRejection.test(line) || failingTerms.test(line)) yield line;
}
const isGitFailing = /^(?:fatal: |error: failed to push| ! \[(?:remote )?rejected\])/m;
const ofRemote = atLineStart([
  `remote: (?:fatal|error|ERROR)[:\\]] ?[^\\n]+`,
  `remote: (?!warning)\\w[^\\n]+`,
  ` ! \\[(?:remote )?rejected\\][^\\n]+`,
  `ssh: [^\\n]+`,
  `[^\\s@]{1,80}@[^\\s:]{1,80}: Permission denied[^\\n]*`,
  `ERROR: [^\\n]+`,
]);
const ofRejection = /^ ! /;

export function* diagnostics(text: string): Iterable<string> {
  for (const line of matches(diagnostic, text)) if (!isNoise(line)) yield line;
}

// `TypeError: x is not a function`, `sqlite3.OperationalError: no such table`, `E   assert 1 == 2`, `error[E0308]: …`,
// `src/a.ts(3,4): error TS2322: …`, `  3:7  error  Unexpected var  no-var`, `** (CompileError) …`
const diagnostic = atLineStart([
  `[ \\t]*(?:Uncaught )?(?:[A-Za-z_$][\\w$]*[.:]{1,2})*[A-Z]\\w*(?:Error|Exception|Failure|Interrupt)(?:\\b(?!\\w|=| =|\\()[^\\n]*)?`,
  `[ \\t]*Error(?: \\[\\w+\\])?: [^\\n]+`,
  `E {2,}[^\\n]+`,
  `[ \\t]*(?:[^\\s:(]+(?:\\(\\d+,\\d+\\)|:\\d+(?::\\d+)?):? (?:- )?)?(?:fatal )?error(?:\\[\\w+\\]| [A-Z]+\\d+)?: [^\\n]+`,
  `[ \\t]+\\d+:\\d+[ \\t]+error[ \\t]+[^\\n]+`,
  `[^\\s:]+:\\d+(?::\\d+)? error [^\\n]+`,
  // Linters that state no severity: golangci-lint, ruff, flake8
  `[^\\s:]+\\.[a-z]\\w*:\\d+:\\d+: (?!warning|note|info|[\\w.]+\\/\\d+$)[^\\n]+`,
  `[A-Z]{1,4}\\d{3,4} [^\\n]+(?=\\n\\s*-->)`,
  // Ruby, linkers, Terraform
  `[^\\s:]+\\.rb:\\d+:in [^\\n]+`,
  `[^\\n]{0,200}: undefined reference to [^\\n]+`,
  `│ Error: [^\\n]+`,
  `\\*\\* \\(\\w[\\w.]*\\) [^\\n]+`,
  `CONFLICT \\([^\\n]+`,
  `PHP (?:Fatal|Parse) error: [^\\n]+`,
  `panic: [^\\n]+`,
  `fatal: [^\\n]+`,
]);

/** What Biome found. */
export function framed(text: string): Iterable<string> {
  return text.includes(frame) ? matches(found, text) : [];
}
/** The warnings for which it failed. */
export function framedWarnings(text: string): Iterable<string> {
  return text.includes(frame) ? matches(warned, text) : [];
}
/** It draws a line behind the place of each. */
const frame = '━━━━';
const found = atLineStart([`[ \\t]+× [^\\n]+`]);
const warned = atLineStart([`[ \\t]+! [A-Z][^\\n]+`]);

/** Files of tests that could not be run; Bun prints their errors between the tests of others. */
export function* failedFiles(text: string): Iterable<string> {
  if (text.includes('# Unhandled error')) for (const [, error] of text.matchAll(unhandled)) yield error!;
  if (!text.includes('FAIL')) return;
  for (const line of matches(failedFile, text)) yield line.replace(/ \[ [^\n]* \]$/, '');
}
const unhandled = /^# Unhandled error between tests\n-+\n(?:(?: *\d+ \|[^\n]*| *\^)\n){0,12}(\w+: [^\n]+)/gm;
const failedFile = atLineStart([`[ \\t]*FAIL[ \\t]+\\S+\\.\\w+(?: \\[ [^\\n]* \\])?$`]);

export function* messages(text: string): Iterable<string> {
  for (const line of matches(message, text)) if (!isNoise(line)) yield line;
}

const message = new RegExp(
  atLineStart([
    `[ \\t]*(?:\\[?(?:error|fatal|failed|failure|ERR!?)\\b\\]?|npm (?:ERR!|error)|❌|--- FAIL|FAIL(?:ED)?\\b)[^\\n]*`,
    `[^\\n]{0,120}: (?:No such file or directory|command not found|[Pp]ermission denied|cannot [^\\n]*|not found|Is a directory|unrecognized [^\\n]*|invalid [^\\n]*|illegal [^\\n]*|unknown [^\\n]*)[^\\n]*`,
    `[^\\n]{0,60}: (?:no such file or directory|command not found|no matches found|permission denied): [^\\n]*`,
    `[ \\u2009]?ERR_\\w+[^\\n]*`,
    `The following paths are ignored by [^\\n]*`,
    `which: no \\S+ in\\b`,
    // Gradle
    `\\* What went wrong:`,
  ]).source,
  'gim',
);

/** What a program states before it shows how it is called. */
export function* usageErrors(text: string): Iterable<string> {
  const usage = /^[Uu]sage: /m.exec(text.slice(0, nearStart));
  const before = usage ? text.slice(0, usage.index).trimEnd() : '';
  const line = before.slice(before.lastIndexOf('\n') + 1).trim();
  // A prompt or a name is no statement.
  if (/\p{L}{2,}\W+(?:\S+ )?\p{L}{2,}/u.test(line) && !/^[>$#|]/.test(line)) yield line;
}
const nearStart = 2000;

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
