import { unifiedDiff } from '../install/unified-diff.ts';

/** Beyond this many differing lines no minimal diff is computed: its time grows with the square. */
const maxSought = 600;
export const longestDiff = 256 * 1024;

export interface Diff {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  readonly isCut: boolean;
}

/** The difference of two texts, at a bounded cost. */
export function boundedDiff(path: string, before: string | undefined, after: string | undefined): Diff {
  const [a, b] = [linesOf(before), linesOf(after)];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  let end = 0;
  while (end < a.length - same && end < b.length - same && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const sought = a.length + b.length - 2 * (same + end);
  const text =
    sought <= maxSought
      ? unifiedDiff(path, before, after)
      : replaced(path, before, after, a.slice(same, a.length - end), b.slice(same, b.length - end), same);
  const body = text.split('\n').slice(2);
  const count = (sign: string): number => body.reduce((sum, line) => sum + (line.startsWith(sign) ? 1 : 0), 0);
  return { text: text.slice(0, longestDiff), added: count('+'), removed: count('-'), isCut: text.length > longestDiff };
}

function linesOf(text: string | undefined): readonly string[] {
  return text?.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Removes all old lines and adds all new ones. */
function replaced(
  path: string,
  before: string | undefined,
  after: string | undefined,
  out: readonly string[],
  put: readonly string[],
  same: number,
): string {
  const shown = (sign: string, line: string): string =>
    line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
  const from = (count: number): number => (count === 0 ? same : same + 1);
  return (
    `--- ${before === undefined ? '/dev/null' : path}\n+++ ${after === undefined ? '/dev/null' : path}\n` +
    `@@ -${from(out.length)},${out.length} +${from(put.length)},${put.length} @@\n` +
    [...out.map((line) => shown('-', line)), ...put.map((line) => shown('+', line))].join('')
  );
}
