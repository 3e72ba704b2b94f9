import { align } from '../compare/align.ts';
import type { Hunk } from './answer.ts';

/** Lines of a text; what ends with a newline has no line behind it. */
export function linesIn(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

export function countChanges(old: readonly string[], text: readonly string[]): { added: number; removed: number } {
  const same = align(old, text, { most: mostCells }).length;
  return { added: text.length - same, removed: old.length - same };
}

/** The difference as hunks with a few unchanged lines around. `start`: the line that `old` begins at. */
export function hunksOf(old: readonly string[], text: readonly string[], start: number | null): readonly Hunk[] {
  const lines = signed(old, text);
  const hunks: Hunk[] = [];
  for (let at = 0; at < lines.length;) {
    if (lines[at]!.sign === ' ') {
      at += 1;
      continue;
    }
    const from = Math.max(0, at - around);
    const to = endOf(lines, at);
    const first = lines[from]!;
    hunks.push({
      old_start: start === null ? null : start + first.old,
      new_start: start === null ? null : start + first.text,
      lines: lines.slice(from, to).map(({ sign, line }) => sign + line),
    });
    at = to;
  }
  return hunks;
}

interface Signed {
  readonly sign: '+' | '-' | ' ';
  readonly line: string;
  /** Lines before it, in each text. */
  readonly old: number;
  readonly text: number;
}

const around = 3;
/** Beyond it a change is shown as removed and added. */
const mostCells = 4_000_000;

function signed(old: readonly string[], text: readonly string[]): readonly Signed[] {
  const lines: Signed[] = [];
  let [a, b] = [0, 0];
  for (const pair of [...align(old, text, { most: mostCells }), { a: old.length, b: text.length }]) {
    for (; a < pair.a; a += 1) lines.push({ sign: '-', line: old[a]!, old: a, text: b });
    for (; b < pair.b; b += 1) lines.push({ sign: '+', line: text[b]!, old: a, text: b });
    if (a < old.length && b < text.length) lines.push({ sign: ' ', line: old[a]!, old: a++, text: b++ });
  }
  return lines;
}

/** Where the hunk of a changed line ends: changes that are close to each other share one. */
function endOf(lines: readonly Signed[], from: number): number {
  let last = from;
  for (let at = from; at < lines.length && at <= last + 2 * around; at += 1) if (lines[at]!.sign !== ' ') last = at;
  return Math.min(lines.length, last + around + 1);
}
