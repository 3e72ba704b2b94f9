import { failingTerms } from './failing-terms.ts';
import { lastScript } from './last-script.ts';
import {
  diagnostics,
  failedFiles,
  failedTests,
  framed,
  framedWarnings,
  messages,
  records,
  remotes,
  traced,
  usageErrors,
  type LineSort,
} from './line-sorts.ts';
import { isCode, isEcho, isNoise } from './noise-lines.ts';
import { testReason } from './test-reason.ts';
import { endOfPassed } from './verdict.ts';

/**
 * The line of a failed output that names the failure: the failing test and its reason; else the exception, rather than
 * the header of its trace, or the first error of a compiler, rather than its count; else a program's message. Undefined
 * when no line looks like one.
 */
export function errorLine(output: string): string | undefined {
  const text = failedRun(output);
  const last = lastScript(text);
  return (last === undefined ? undefined : errorLineIn(last)) ?? errorLineIn(text);
}

function errorLineIn(output: string): string | undefined {
  for (const sort of sorts) {
    const [line] = linesOf(sort, output, 1, []);
    if (line === undefined) continue;
    const reason = sort === failedTests || sort === failedFiles ? testReason(line, output) : undefined;
    return reason === undefined || line.includes(reason) ? line : `${line}: ${joined(reason, output) ?? reason}`;
  }
  return undefined;
}

/** The lines that state errors, most informative first, at most `limit`. */
export function errorLines(output: string, limit: number): readonly string[] {
  const text = failedRun(output);
  const last = lastScript(text);
  const inLast = last === undefined ? [] : errorLinesIn(last, limit);
  return inLast.length > 0 ? inLast : errorLinesIn(text, limit);
}

/** Without the tests that passed before: they may print the errors they provoke. */
function failedRun(output: string): string {
  return output.slice(endOfPassed(output));
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
  const text = failedRun(output);
  const found: string[] = [];
  for (const sort of [...sorts, mentions]) {
    found.push(...linesOf(sort, text, perSort, found));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
const perSort = 2;

const sorts: readonly LineSort[] = [
  records,
  failedTests,
  failedFiles,
  traced,
  remotes,
  framed,
  diagnostics,
  messages,
  framedWarnings,
  usageErrors,
];

function linesOf(sort: LineSort, output: string, limit: number, known: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const headers: string[] = [];
  for (const line of sort(output)) {
    const tidied = tidy(line);
    if (isEcho(tidied) || (tidied.endsWith(':') && headers.length >= limit)) continue;
    // The text of an error that ends with a colon is on the next line.
    const whole = tidied.endsWith(':') && sort !== framed ? joined(tidied, output) : tidied;
    if ([...known, ...lines, ...headers].includes(whole ?? tidied)) continue;
    if (whole === undefined || whole.endsWith(':')) headers.push(whole ?? tidied);
    else lines.push(whole);
    if (lines.length >= limit) break;
  }
  return [...lines, ...headers];
}

/** A line that ends with a colon and what follows it; undefined when that is code, or no text of it. */
function joined(header: string, output: string): string | undefined {
  if (!header.endsWith(':')) return undefined;
  const at = output.indexOf(header);
  if (at < 0) return undefined;
  const following = output.slice(at + header.length, at + header.length + 2000).split('\n', linesAhead);
  for (const line of following) {
    if (/^\s*[+×✖✗!] /.test(line) || isCode(line)) return undefined;
    if (isNoise(line) || !/[\p{L}\p{N}]/u.test(line)) continue;
    return tidy(`${header} ${line.trim()}`);
  }
  return undefined;
}
const linesAhead = 8;

/** The first line in the terms of failures, for a failure that no line states; else the first warning in such terms. */
export function mentionLine(output: string): string | undefined {
  const text = failedRun(output);
  return linesOf(mentions, text, 1, [])[0] ?? linesOf(warnings, text, 1, [])[0];
}

/** Lines in the terms of failures, wherever they stand in them. */
function* mentions(output: string): Generator<string, undefined> {
  const lines = output.split('\n');
  for (const line of lines.length <= 80 ? lines : [...lines.slice(0, 20), ...lines.slice(-60)]) {
    const tidied = tidy(line);
    if (isMention(tidied) && !isNoise(line) && !isEcho(tidied)) yield tidied;
  }
  return undefined;
}

function isMention(line: string): boolean {
  return line.length < longestMention && (failingTerms.test(line) || isAlarm.test(line)) && !isFine.test(line);
}
const longestMention = 300;
/** `No version is set for command frob`, `⚠️ Secrets are staged!`. */
const isAlarm = /^(?:No [a-z]|There (?:is|are) no |[⚠🚫⛔🛑])/u;

/** A program that warns and then does nothing: `Warning: No formula is called frob`. */
function* warnings(output: string): Generator<string, undefined> {
  for (const [line, warning] of output.matchAll(/^(?:\S+: )?warning: ([^\n]+)/gim)) if (isMention(warning!)) yield line;
  return undefined;
}

/** Reports of success, and code. */
const isFine = /[✅✓✔]|\b(?:0|no) (?:errors?|failures?|failed|warnings?)\b|\b0 error\(|\bsuccess|<unknown>|[{};]$/i;

/** The first line in which an outer program reports that an inner one failed: better than none. */
export function echoLine(output: string): string | undefined {
  return failedRun(output)
    .split('\n')
    .map((line) => tidy(line))
    .find((line) => isEcho(line));
}

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
    if (!isNoise(raw) && !isProgress.test(line) && !isAdvised(text.slice(0, start))) return line;
    noise ??= line;
  }
  return noise;
}

const longestLine = 400;
/** What went well, the name of the part that comes next, and what to do now. */
const isProgress =
  /^==> |^(?:If (?:you|this|it|that|the|\w+ persists?) |To [^\n]*:$|\d+\. )|\b(?:complete[ds]?|success(?:ful(?:ly)?)?|finished|done)[.!]?$/i;

/** Whether what was printed before says what to do next: `To install it, run:`. */
function isAdvised(before: string): boolean {
  return /^(?:To|If) [^\n]*:\s*$(?![\s\S])/m.test(before.slice(-300));
}

function tidy(line: string): string {
  return line
    .replace(/<\/?tool_use_error>|^│ |\s*[─━]{3,}$/g, '')
    .trim()
    .slice(0, longestLine);
}
