import { attribute } from './attribute.ts';
import type { Claim } from './attribute.ts';
import { writingsFor } from './call-edits.ts';
import type { CallEdits, StepWriting } from './call-edits.ts';
import { distinct } from './find-text.ts';
import { newestFirst } from './newest-first.ts';
import { wholePath } from './same-file.ts';
import type { AskedFile } from './same-file.ts';
import { weightOf } from './text-lines.ts';
import type { Writings } from './writings.ts';

export interface Attributed {
  readonly claims: readonly (Claim<StepWriting> | undefined)[];
  /** All edits that could have written the file, newest first. */
  readonly writings: readonly StepWriting[];
}

export interface FileLines {
  readonly file: AskedFile;
  readonly lines: readonly string[];
  /** Whether this line, from 0, is asked about: for the others nobody goes far. */
  readonly isAsked?: (line: number) => boolean;
  /** Leaves out what cannot have written it. */
  readonly isPossible?: (call: CallEdits) => boolean;
}

/**
 * Who wrote each line: by the calls that name the file and those that name what it was called before. What is still
 * nobody's is looked for by its words, as in a file that was moved, and in long calls of sessions that had to do with
 * the file.
 */
export async function attributeFile(
  archive: Writings,
  { file, lines, isAsked = always, isPossible = always }: FileLines,
): Promise<Attributed> {
  const calls = new Map<string, CallEdits>();
  const add = (found: readonly CallEdits[]): void => {
    for (const call of found) if (isPossible(call)) calls.set(call.step.id, call);
  };
  add(await archive.naming(file.path));
  const former = formerNames(file, [...calls.values()]);
  for (const path of former.keys()) add(await archive.naming(path));
  let answer = attributed(file, lines, [...calls.values()], former);
  const byWords = async (): Promise<void> => {
    for (const beginning of beginnings(lines, answer.claims)) {
      for (const words of beginning) {
        const found = await archive.holding(words);
        add(found);
        if (found.length > 0) break;
      }
    }
  };
  const bySessions = async (): Promise<void> => add(await archive.around(file.path));
  for (const look of [byWords, bySessions]) {
    if (!answer.claims.some((claim, at) => !claim && isAsked(at) && weightOf(lines[at]!) >= distinct)) return answer;
    const known = calls.size;
    await look();
    if (calls.size > known) answer = attributed(file, lines, [...calls.values()], former);
  }
  return answer;
}

function always(): boolean {
  return true;
}

function attributed(
  file: AskedFile,
  lines: readonly string[],
  calls: readonly CallEdits[],
  former: FormerNames,
): Attributed {
  const writings = writingsFor(file, calls).map((writing) =>
    wasCalled(former, writing) ? { ...writing, nearness: 'same' as const } : writing,
  );
  return { claims: attribute(lines, writings), writings };
}

/** What a file was called until a call moved it. */
type FormerNames = ReadonlyMap<string, CallEdits>;

/** A move names two files and writes neither. */
function formerNames(file: AskedFile, calls: readonly CallEdits[]): FormerNames {
  const former = new Map<string, CallEdits>();
  for (const call of calls) {
    const moved = call.edits.filter(({ old, text }) => old.length + text.length === 0);
    if (moved.length !== 2 || moved[1]!.path !== wholePath(file.path, file.root)) continue;
    former.set(moved[0]!.path, call);
  }
  return former;
}

function wasCalled(former: FormerNames, { path, step }: StepWriting): boolean {
  const move = former.get(path);
  return move !== undefined && newestFirst(step, move.step) > 0;
}

/** The first distinctive lines, each as its words, of the longest stretches without a known author. */
function beginnings(
  lines: readonly string[],
  claims: readonly (Claim<StepWriting> | undefined)[],
): readonly (readonly string[])[] {
  const stretches: { readonly from: number; length: number }[] = [];
  for (const [at, claim] of claims.entries()) {
    if (claim) continue;
    const last = stretches.at(-1);
    if (last && last.from + last.length === at) last.length += 1;
    else stretches.push({ from: at, length: 1 });
  }
  return stretches
    .filter(({ length }) => length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 3)
    .map(({ from, length }) => {
      const distinctive = lines.slice(from, from + Math.min(length, 12)).filter((line) => weightOf(line) >= distinct);
      const words = distinctive.map((line) => line.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2));
      return words
        .filter((all) => all.length >= 3)
        .slice(0, 3)
        .map((all) => all.slice(0, 12).join(' '));
    });
}
