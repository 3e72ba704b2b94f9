import { diffLines, diffWordsWithSpace } from 'diff';

/** A line of a change, with its line numbers before and after. */
export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
  /** The differing parts, where a line was replaced by a similar one. */
  readonly parts?: readonly DiffPart[];
}

export interface DiffPart {
  readonly text: string;
  readonly differs: boolean;
}

/** Unchanged lines that are not shown. */
export interface DiffGap {
  readonly unchanged: number;
}

const around = 3;

/** Shared indentation is removed, so that the change fits without horizontal scrolling. */
export function linesOfChange(before: string, after: string): readonly (DiffLine | DiffGap)[] {
  const [from, to] = withoutSharedIndent(before, after);
  // A change that takes too long to compare is shown as removed and added.
  const parts = diffLines(from, to, { timeout: 300 }) ?? [
    { value: from, removed: true, added: false },
    { value: to, added: true, removed: false },
  ];
  const lines: DiffLine[] = [];
  let [old, now] = [0, 0];
  for (const { value, added, removed } of parts) {
    for (const text of linesIn(value)) {
      if (!added) old++;
      if (!removed) now++;
      lines.push({
        sign: added ? '+' : removed ? '-' : ' ',
        text,
        before: added ? null : old,
        after: removed ? null : now,
      });
    }
  }
  return withGaps(withParts(lines));
}

const maxLineLength = 1_000;

/** Where as many lines were added as removed, each pair is compared word by word. */
function withParts(lines: readonly DiffLine[]): readonly DiffLine[] {
  const withDiffs = [...lines];
  for (let at = 0; at < lines.length;) {
    const removedCount = runOf(lines, at, '-');
    const addedCount = runOf(lines, at + removedCount, '+');
    for (let each = 0; removedCount === addedCount && each < removedCount; each++) {
      const [old, now] = [lines[at + each]!, lines[at + removedCount + each]!];
      if (old.text.length > maxLineLength || now.text.length > maxLineLength) continue;
      const words = diffWordsWithSpace(old.text, now.text);
      const same = words.reduce(
        (sum, { value, added, removed }) => (added || removed ? sum : sum + value.trim().length),
        0,
      );
      if (same * 3 < Math.max(old.text.trim().length, now.text.trim().length)) continue;
      withDiffs[at + each] = {
        ...old,
        parts: words.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, differs: removed })),
      };
      withDiffs[at + removedCount + each] = {
        ...now,
        parts: words.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, differs: added })),
      };
    }
    at += Math.max(1, removedCount + addedCount);
  }
  return withDiffs;
}

function runOf(lines: readonly DiffLine[], from: number, sign: DiffLine['sign']): number {
  let to = from;
  while (lines[to]?.sign === sign) to++;
  return to - from;
}

function withGaps(lines: readonly DiffLine[]): readonly (DiffLine | DiffGap)[] {
  const near = new Uint8Array(lines.length);
  for (const [at, { sign }] of lines.entries())
    if (sign !== ' ') near.fill(1, Math.max(0, at - around), at + around + 1);
  const shown: (DiffLine | DiffGap)[] = [];
  let unchanged = 0;
  for (const [at, line] of lines.entries()) {
    if (!near[at]) {
      unchanged++;
      continue;
    }
    if (unchanged > 0) shown.push({ unchanged });
    unchanged = 0;
    shown.push(line);
  }
  if (unchanged > 0) shown.push({ unchanged });
  return shown;
}

export function withoutSharedIndent(before: string, after: string): readonly [string, string] {
  let shared: string | null = null;
  for (const line of [...before.split('\n'), ...after.split('\n')]) {
    if (line.trim() === '') continue;
    const [indent] = /^[ \t]*/.exec(line)!;
    if (shared === null) shared = indent;
    else while (!indent.startsWith(shared)) shared = shared.slice(0, -1);
    if (shared === '') return [before, after];
  }
  const length = shared?.length ?? 0;
  const cut = (text: string) =>
    text
      .split('\n')
      .map((line) => (line.startsWith(shared ?? '') ? line.slice(length) : line.trimStart()))
      .join('\n');
  return [cut(before), cut(after)];
}

function linesIn(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
