import type { Candidates } from '../candidates.ts';
import { marks, type Past } from '../history/past.ts';
import { StepSums } from '../history/step-sums.ts';
import { column } from '../signals.ts';
import { isBefore, type Target } from '../history/step.ts';
import { common } from '../text/common.ts';

/** Words with less information say nothing about where they come from. */
const minWeight = 0.5;
/** Of a call with more terms the rest is not looked up: it writes a whole file. */
const maxTerms = 600;
/** A step this far back with this share of the words is considered, whatever else it did. */
const maxBack = 100;
const minShare = 0.1;

/** An informative word of a call, and the steps that showed it or used it. */
export interface Term {
  readonly place: number;
  readonly weight: number;
  readonly holders: readonly number[];
}

/**
 * Where the informative words of a call were before: which steps showed them, used them in their arguments, showed them
 * last or first, or wrote them. Every candidate gets its share; nothing is decided here.
 */
export function terms(target: Target, past: Past, candidates: Candidates): readonly Term[] {
  const sums = clearedSums();
  const found: Term[] = [];
  const { hash, start, end } = target.wordsInText;
  let mass = 0;
  let numberMass = 0;
  for (const place of target.places) {
    const word = hash[place]!;
    const used = past.used.of(word);
    const holders: number[] = [];
    for (let at = 0; at < used.length; at++) {
      const step = past.at(used.steps[at]!);
      if (!step || !isBefore(step, target)) continue;
      sums.alike.add(step.index, 1);
      holders.push(step.index);
    }
    const weight = target.weights[place]!;
    if (weight < minWeight || common.has(word) || found.length >= maxTerms) continue;
    for (const index of holders) {
      sums.used.add(index, weight);
      sums.any.add(index, weight);
    }
    mass += weight;
    const isNumber = hasDigit(target.text, start[place]!, end[place]!);
    if (isNumber) numberMass += weight;
    addShown(word, weight, isNumber, holders);
    found.push({ place, weight, holders });
  }
  const oldMass = addReplaced();
  fill();
  return found;

  function addShown(word: number, weight: number, isNumber: boolean, holders: number[]): void {
    const shown = past.words.of(word);
    const used = holders.length;
    let [last, lastNew, first, written] = [-1, -1, -1, -1];
    let count = 0;
    for (let at = 0; at < shown.length; at++) {
      const index = shown.steps[at]!;
      const step = past.at(index);
      if (!step || !isBefore(step, target)) continue;
      count++;
      sums.shown.add(index, weight);
      sums.count.add(index, 1);
      if (!isAmong(holders, used, index)) {
        holders.push(index);
        sums.any.add(index, weight);
      }
      if (isNumber) sums.numbers.add(index, weight);
      if (last < 0) last = index;
      first = index;
      const isWritten = shown.marks[at] === marks.introduced;
      if (isWritten) sums.written.add((written = index), weight);
      // A call's own arguments come back in its result as an echo.
      if (lastNew < 0 && (isWritten || step.isPrompt || !step.words.has(word))) lastNew = index;
    }
    if (count === 0) return;
    sums.last.add(last, weight);
    if (lastNew >= 0) sums.lastNew.add(lastNew, weight);
    sums.first.add(first, weight);
    if (count === 1) sums.only.add(first, weight);
    if (written === first) sums.writtenFirst.add(first, weight);
  }

  /** The words that its edits replace, each once. */
  function addReplaced(): number {
    let all = 0;
    const done = new Set<number>();
    for (const { oldRead } of target.edits)
      for (let at = 0; at < oldRead.words.length && done.size < maxTerms; at++) {
        const word = oldRead.words.hash[at]!;
        if (done.has(word) || common.has(word)) continue;
        done.add(word);
        const weight = past.weight(word, oldRead.words.look[at]!);
        if (weight < minWeight) continue;
        all += weight;
        const shown = past.words.of(word);
        let last = -1;
        for (let held = 0; held < shown.length; held++) {
          const index = shown.steps[held]!;
          const step = past.at(index);
          if (!step || !isBefore(step, target)) continue;
          sums.old.add(index, weight);
          if (last < 0) sums.oldLast.add((last = index), weight);
          if (shown.marks[held] === marks.introduced) sums.oldWritten.add(index, weight);
        }
      }
    return all;
  }

  /** Most candidates hold few of the words: only what was counted is written. */
  function fill(): void {
    for (const index of sums.any.touched) {
      const isEnough = sums.any.of(index) >= minShare * mass && target.index - index <= maxBack;
      if (isEnough) candidates.consider(past.at(index)!);
    }
    if (mass > 0) for (const { sum, share, many } of shares) put(sum, share, mass, many);
    if (numberMass > 0) put('numbers', column.termsNumbers, numberMass);
    if (oldMass > 0) for (const { sum, share } of oldShares) put(sum, share, oldMass);
    for (const index of sums.count.touched) {
      const candidate = candidates.at(index);
      if (candidate?.step.isPrompt)
        candidate.signals[column.promptCovered] = Math.min(
          1,
          (2 * sums.count.of(index)) / Math.max(1, candidate.step.wordCount),
        );
    }
    for (const index of sums.alike.touched) {
      const candidate = candidates.at(index);
      if (candidate)
        candidate.signals[column.likeness] = Math.min(
          1,
          sums.alike.of(index) / Math.max(candidate.step.wordCount, target.wordCount),
        );
    }
  }

  function put(sum: keyof Sums, share: number, of: number, many?: number): void {
    for (const index of sums[sum].touched) {
      const signals = candidates.at(index)?.signals;
      if (!signals) continue;
      const value = sums[sum].of(index);
      signals[share] = value / of;
      if (many !== undefined) signals[many] = Math.log1p(value) / 4;
    }
  }
}

const names = [
  'alike',
  'count',
  'shown',
  'used',
  'any',
  'last',
  'lastNew',
  'first',
  'only',
  'written',
  'writtenFirst',
  'numbers',
  'old',
  'oldLast',
  'oldWritten',
] as const;
type Sums = Readonly<Record<(typeof names)[number], StepSums>>;
const reused = Object.fromEntries(names.map((name) => [name, new StepSums()])) as Sums;

function clearedSums(): Sums {
  for (const name of names) reused[name].clear();
  return reused;
}

/** Each as a share of all its terms, and as an amount. */
const shares: readonly { readonly sum: keyof Sums; readonly share: number; readonly many?: number }[] = [
  { sum: 'shown', share: column.termsShown, many: column.termsShownMany },
  { sum: 'used', share: column.termsUsed, many: column.termsUsedMany },
  { sum: 'any', share: column.termsAny, many: column.termsAnyMany },
  { sum: 'last', share: column.termsLast, many: column.termsLastMany },
  { sum: 'lastNew', share: column.termsLastNew, many: column.termsLastNewMany },
  { sum: 'first', share: column.termsFirst, many: column.termsFirstMany },
  { sum: 'only', share: column.termsOnly },
  { sum: 'written', share: column.termsWritten },
  { sum: 'writtenFirst', share: column.termsWrittenFirst },
];
const oldShares: typeof shares = [
  { sum: 'old', share: column.oldTerms },
  { sum: 'oldLast', share: column.oldTermsLast },
  { sum: 'oldWritten', share: column.oldTermsWritten },
];

function isAmong(indexes: readonly number[], count: number, index: number): boolean {
  for (let at = 0; at < count; at++) if (indexes[at] === index) return true;
  return false;
}

function hasDigit(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}
