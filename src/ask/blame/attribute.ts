import { align } from '../compare/align.ts';
import { distinct, findText, wanted } from './find-text.ts';
import type { Found, Wanted } from './find-text.ts';
import type { Nearness } from './same-file.ts';
import { weightOf } from './text-lines.ts';

/** What one edit of one call wrote. */
export interface Writing {
  /** The file as a whole path, as far as it is known where the call was made. */
  readonly path: string;
  readonly nearness: Nearness;
  readonly old: readonly string[];
  readonly text: readonly string[];
  /** `text` is the whole file. */
  readonly whole: boolean;
}

/** That a line is an edit's. */
export interface Claim<W extends Writing> {
  readonly writing: W;
  /** Which line of its text. */
  readonly at: number;
  /** It wrote a part of the line. */
  readonly isPart: boolean;
}

/**
 * For each line of a file the edit that put it there, of edits given newest first: the latest whose text holds it and
 * did not hold it before. A whole file written anew keeps the authors of the lines that stayed. Edits of the file
 * itself come before those of its copies, and those of other files only where they prove that it was theirs.
 */
export function attribute<W extends Writing>(
  lines: readonly string[],
  writings: readonly W[],
): readonly (Claim<W> | undefined)[] {
  const file = wanted(lines);
  const claims: (Claim<W> | undefined)[] = Array.from({ length: lines.length });
  for (const near of ['same', 'copy', 'other'] as const) {
    const state: State<W> = { claims, open: new Map(), gone: new Set() };
    for (const writing of writings) if (writing.nearness === near) claim(file, writing, state);
  }
  return claims;
}

interface State<W extends Writing> {
  readonly claims: (Claim<W> | undefined)[];
  /** Lines of which it is not settled whether the file written anew had them before. */
  readonly open: Map<number, W>;
  /** What was taken out by edits later than the next one. */
  readonly gone: Set<string>;
}

function claim<W extends Writing>(file: Wanted, writing: W, { claims, open, gone }: State<W>): void {
  const isFree = (line: number): boolean => !claims[line] || open.get(line)?.path === writing.path;
  const found = findText(file, writing.text, { isLater: (line) => !isFree(line), isGone: (line) => gone.has(line) });
  const added =
    writing.nearness !== 'other' ||
    provesItself(
      file,
      writing,
      found.filter(({ line }) => isFree(line)),
    )
      ? addedIn(writing)
      : none;
  for (const { line, at, isPart } of found) {
    if (!added.has(at) || !isFree(line)) continue;
    claims[line] = { writing, at, isPart };
    if (writing.whole) open.set(line, writing);
    else open.delete(line);
  }
  const removed = new Set(writing.old);
  for (const line of writing.text) removed.delete(line);
  for (const line of removed) gone.add(line);
  settle(file.lines, open, writing, { removed, placed: new Set(found.map(({ line }) => line)) });
}

const none: ReadonlySet<number> = new Set();

/** A line that a file written whole did not have, or that an edit took out, was put there after it. */
function settle<W extends Writing>(
  lines: readonly string[],
  open: Map<number, W>,
  writing: W,
  { removed, placed }: { readonly removed: ReadonlySet<string>; readonly placed: ReadonlySet<number> },
): void {
  if (!writing.whole && removed.size === 0) return;
  for (const [line, { path }] of open) {
    if (path === writing.path && !placed.has(line) && (writing.whole || removed.has(lines[line]!))) open.delete(line);
  }
}

/** Which lines of its text an edit put in; the others it only repeats from what it replaces. */
export function addedIn({ old, text }: Pick<Writing, 'old' | 'text'>): ReadonlySet<number> {
  const added = new Set(text.keys());
  if (old.length > 0) for (const { b } of align(old, text)) added.delete(b);
  return added;
}

/**
 * An edit of another file wrote this one if it was moved since: then most of what it wrote is here, and that is not
 * little. A licence at the beginning, or a few imports, is in many files.
 */
function provesItself({ lines, only }: Wanted, { text }: Writing, found: readonly Found[]): boolean {
  const says = (line: string): boolean => weightOf(line) >= distinct;
  const proofs = found.filter(
    ({ line, isPart }) => !isPart && says(lines[line]!) && only[0]!.get(lines[line]!) === line,
  ).length;
  return proofs >= fewestProofs && proofs * 2 >= text.filter(says).length;
}

const fewestProofs = 3;
