import { redact } from '../platform/redact.ts';
import type { CallText } from './call-text.ts';
import { cut, firstLine, flat, plain } from './one-line.ts';

/** The longest summary, in characters. */
export const summaryLength = 160;
// Redacted before it is cut: half a key is still a key, and not recognised any more.
const window = 1200;

/** One line for a text somebody wrote: its first line that says something. */
export function textSummary(text: string): string {
  const start = plain(text.slice(0, window));
  return oneLine(firstLine(start) || start);
}

/** `Bash npm test`, `Edit src/cart.js`, `Task scout: Find the cart bug`. */
export function callSummary(tool: string, { about }: CallText): string {
  return oneLine(`${tool} ${plain(about.slice(0, window))}`);
}

/** What went wrong, or the first line of the output and how much more there is. */
export function resultSummary(body: string, reason: string | null): string {
  if (reason !== null) return oneLine(plain(reason.slice(0, window)));
  const first = firstLine(plain(body.slice(0, window)));
  const lines = countLines(body);
  if (first === '') return lines > 1 ? `ok (${lines} lines)` : 'ok';
  if (lines === 1) return oneLine(first);
  const count = ` (${lines} lines)`;
  return cut(flat(redact(first)), summaryLength - count.length) + count;
}

function oneLine(text: string): string {
  return cut(flat(redact(text)), summaryLength);
}

function countLines(text: string): number {
  const trimmed = text.endsWith('\n') ? text.length - 1 : text.length;
  let lines = trimmed > 0 ? 1 : 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < trimmed; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
