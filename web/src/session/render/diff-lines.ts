import { diffLines } from 'diff';

/** A line of a change, with its numbers before and after. */
export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** A stretch of lines that did not change and is not shown. */
export interface DiffGap {
  readonly unchanged: number;
}

const around = 3;

/** Indentation that all lines share says nothing and is taken off, so that the change is seen without scrolling sideways. */
export function linesOfChange(before: string, after: string): readonly (DiffLine | DiffGap)[] {
  const [from, to] = withoutSharedIndent(before, after);
  // What takes too long to compare is shown as all gone and all new.
  const parts = diffLines(from, to, { timeout: 300 }) ?? [{ value: from, removed: true, added: false }, { value: to, added: true, removed: false }];
  const lines: DiffLine[] = [];
  let [old, now] = [0, 0];
  for (const { value, added, removed } of parts) {
    for (const text of linesIn(value)) {
      if (!added) old++;
      if (!removed) now++;
      lines.push({ sign: added ? '+' : removed ? '-' : ' ', text, before: added ? null : old, after: removed ? null : now });
    }
  }
  return withGaps(lines);
}

function withGaps(lines: readonly DiffLine[]): readonly (DiffLine | DiffGap)[] {
  const near = new Uint8Array(lines.length);
  for (const [at, { sign }] of lines.entries()) if (sign !== ' ') near.fill(1, Math.max(0, at - around), at + around + 1);
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
  const cut = (text: string) => text.split('\n').map((line) => (line.startsWith(shared ?? '') ? line.slice(length) : line.trimStart())).join('\n');
  return [cut(before), cut(after)];
}

function linesIn(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
