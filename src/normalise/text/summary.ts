import { clean } from './clean.ts';
import { cut, firstLine, flat } from './one-line.ts';

/** The longest summary, in characters. */
export const summaryLength = 160;

/** One line for a written text: its first significant line. */
export function textSummary(text: string): string {
  return cleanSummary(clean(text));
}

/**
 * The same for a cleaned text. A heading, or a line that only announces (`Implement this plan:`), is joined with what
 * follows it.
 */
export function cleanSummary(text: string): string {
  const first = firstLine(text);
  if (!announcing.test(first)) return oneLine(first || text);
  const next = firstLine(text.slice(text.indexOf(first) + first.length));
  return oneLine(
    next === ''
      ? first
      : `${first.replace(heading, '').replace(/:?$/, ':')} ${next.replace(heading, '').replace(/^[-*] /, '')}`,
  );
}

const heading = /^["']?#{1,6}\s+/;
const announcing = /^["']?#{1,6}\s.*[^.!?]$|:$/;

/** All of a cleaned text on one line: `Bash npm test`, `Edit src/cart.js`, `Task scout: Find the cart bug`. */
export function oneLine(text: string): string {
  return cut(flat(text, summaryLength), summaryLength);
}

/** The error, or the first line of the output and how much more there is. */
export function resultSummary(body: string, reason: string | null): string {
  if (reason !== null) return oneLine(withShortPaths(clean(reason)));
  const first = firstLine(clean(firstLines(body))) || firstLine(clean(body));
  const lines = countLines(body);
  if (first === '') return lines > 1 ? `ok (${lines} lines)` : 'ok';
  if (lines === 1) return oneLine(first);
  const count = ` (${lines} lines)`;
  return cut(flat(first, summaryLength), summaryLength - count.length) + count;
}

/** Of long places before a message that would be cut off, only the last part stays. */
function withShortPaths(line: string): string {
  return line.length <= summaryLength
    ? line
    : line
        .slice(0, 8 * summaryLength)
        .replace(longPath, (path) => `…${path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')))}`);
}
const longPath = /(?:[A-Za-z]:)?[\\/](?:[\w@.+~%-]+[\\/])[\w@.+~%\\/-]{50,}(?=:|\(\d)/g;

/** Mostly enough to find a significant line, and much less to clean. */
function firstLines(body: string): string {
  const end = body.slice(0, 1200).indexOf('\n', 60);
  return end < 0 ? body : body.slice(0, end);
}

function countLines(text: string): number {
  const trimmed = text.endsWith('\n') ? text.length - 1 : text.length;
  let lines = trimmed > 0 ? 1 : 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < trimmed; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
