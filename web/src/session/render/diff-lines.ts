import { diffLines, diffWordsWithSpace } from 'diff';

/** A line of a change, with its numbers before and after. */
export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
  /** Where a line was replaced by one much like it: what differs. */
  readonly parts?: readonly DiffPart[];
}

export interface DiffPart {
  readonly text: string;
  readonly differs: boolean;
}

/** A stretch of lines that did not change and is not shown. */
export interface DiffGap {
  readonly unchanged: number;
}

const around = 3;

/**
 * Indentation that all lines share says nothing and is taken off, so that the change is seen without scrolling
 * sideways.
 */
export function linesOfChange(before: string, after: string): readonly (DiffLine | DiffGap)[] {
  const [from, to] = withoutSharedIndent(before, after);
  // What takes too long to compare is shown as all gone and all new.
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

const longestLine = 1_000;

/** As many lines gone as came in their place: each is compared with its successor, word by word. */
function withParts(lines: readonly DiffLine[]): readonly DiffLine[] {
  const told = [...lines];
  for (let at = 0; at < lines.length;) {
    const gone = runOf(lines, at, '-');
    const come = runOf(lines, at + gone, '+');
    for (let each = 0; gone === come && each < gone; each++) {
      const [old, now] = [lines[at + each]!, lines[at + gone + each]!];
      if (old.text.length > longestLine || now.text.length > longestLine) continue;
      const words = diffWordsWithSpace(old.text, now.text);
      const same = words.reduce(
        (sum, { value, added, removed }) => (added || removed ? sum : sum + value.trim().length),
        0,
      );
      if (same * 3 < Math.max(old.text.trim().length, now.text.trim().length)) continue;
      told[at + each] = {
        ...old,
        parts: words.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, differs: removed })),
      };
      told[at + gone + each] = {
        ...now,
        parts: words.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, differs: added })),
      };
    }
    at += Math.max(1, gone + come);
  }
  return told;
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
