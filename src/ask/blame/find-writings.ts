import { basename } from 'node:path';
import { attribute } from './attribute.ts';
import type { Claim } from './attribute.ts';
import { distinct } from './find-text.ts';
import { wholePath } from './same-file.ts';
import type { AskedFile } from './same-file.ts';
import { weightOf } from './text-lines.ts';
import { newestFirst, writingsFor } from './writings.ts';
import type { CallEdits, StepWriting, Writings } from './writings.ts';

export interface Attributed {
  readonly claims: readonly (Claim<StepWriting> | undefined)[];
  /** All edits that could have written the file, newest first. */
  readonly writings: readonly StepWriting[];
}

/** Who wrote each line, by the calls that name the file, those that name what it was called before, and those that hold its words. */
export async function attributeFile(
  file: AskedFile,
  lines: readonly string[],
  archive: Writings,
  /** Leaves out what cannot have written it. */
  isPossible: (call: CallEdits) => boolean = () => true,
): Promise<Attributed> {
  const calls = new Map<string, CallEdits>();
  const add = (found: readonly CallEdits[]): void => {
    for (const call of found) if (isPossible(call)) calls.set(call.step.id, call);
  };
  add(await archive.naming(namesOf(file.path)));
  const former = formerNames(file, [...calls.values()]);
  for (const path of former.keys()) add(await archive.naming(namesOf(basename(path))));
  const first = attributed(file, lines, [...calls.values()], former);
  const words = beginnings(lines, first.claims);
  if (words.length === 0) return first;
  const known = calls.size;
  add(await archive.naming(words));
  return calls.size === known ? first : attributed(file, lines, [...calls.values()], former);
}

function attributed(file: AskedFile, lines: readonly string[], calls: readonly CallEdits[], former: FormerNames): Attributed {
  const writings = writingsFor(file, calls).map((writing) => (wasCalled(former, writing) ? { ...writing, nearness: 'same' as const } : writing));
  return { claims: attribute(lines, writings), writings };
}

/** As the index is asked: all of the path, then the name alone, for calls made in another folder. Short words last: they are taken as they are. */
function namesOf(path: string): readonly string[] {
  const inOrder = (text: string): string => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean).toSorted((a, b) => b.length - a.length).join(' ');
  return [...new Set([inOrder(path), inOrder(basename(path))])].filter((text) => text !== '');
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

/** The words that the longest stretches nobody is known to have written begin with: a file that was moved is found by them. */
function beginnings(lines: readonly string[], claims: readonly (Claim<StepWriting> | undefined)[]): readonly string[] {
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
    .flatMap(({ from, length }) => {
      const telling = lines.slice(from, from + Math.min(length, 8)).filter((line) => weightOf(line) >= distinct).slice(0, 2);
      const words = telling.join(' ').split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2).slice(0, 12);
      return words.length < 3 ? [] : [words.join(' ')];
    });
}
