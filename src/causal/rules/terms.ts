import type { Candidate, Candidates } from '../candidates.ts';
import { marks, type Past } from '../history/past.ts';
import type { ShownBefore } from '../history/shown-before.ts';
import { column } from '../signals.ts';
import { isBefore, type Target } from '../history/step.ts';
import { sum, TermSums } from './term-sums.ts';

/** Of a call with more terms the rest is not looked at: it writes a whole file. */
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

const sums = new TermSums();
const { cells } = sums;
/** Of words that are no terms; they are many, and an array for each takes time. */
const none: number[] = [];

/**
 * Where the informative words of a call were before: which steps showed them, used them in their arguments, showed them
 * last or first, or wrote them. Every candidate gets its share; nothing is decided here.
 */
export function terms(target: Target, past: Past, shown: ShownBefore, candidates: Candidates): readonly Term[] {
  sums.clear();
  const found: Term[] = [];
  const { hash, start, end } = target.wordsInText;
  let mass = 0;
  let numberMass = 0;
  for (const place of target.places) {
    const word = found.length;
    const isTerm = word < maxTerms && word < shown.count && shown.places[word] === place;
    const weight = isTerm ? target.weights[place]! : 0;
    const holders = isTerm ? [] : none;
    addUsed(hash[place]!, weight, target, past, holders);
    if (!isTerm) continue;
    const isNumber = hasDigit(target.text, start[place]!, end[place]!);
    mass += weight;
    if (isNumber) numberMass += weight;
    addShown(shown, word, weight, isNumber, holders);
    found.push({ place, weight, holders });
  }
  const masses = { mass, numberMass };
  for (let at = 0; at < sums.count; at++) {
    const index = sums.stepAt(at);
    const from = sums.of(index);
    const held = cells[from + sum.any]!;
    const isEnough = held > 0 && held >= minShare * mass && target.index - index <= maxBack;
    const candidate = isEnough ? candidates.consider(past.at(index)!) : candidates.at(index);
    if (candidate) describe(candidate, from, masses, target.wordCount);
  }
  return found;
}

/** Adds the steps that used the word to the holders. Without a weight it only counts for how alike they are. */
function addUsed(word: number, weight: number, target: Target, past: Past, holders: number[]): void {
  const used = past.used.of(word);
  for (let at = 0; at < used.length; at++) {
    const index = used.steps[at]!;
    const step = past.at(index);
    if (!step || !isBefore(step, target)) continue;
    const from = sums.of(index);
    cells[from + sum.alike]! += 1;
    if (weight === 0) continue;
    cells[from + sum.used]! += weight;
    cells[from + sum.any]! += weight;
    holders.push(index);
  }
}

/** Adds those that only showed it to the holders. */
function addShown(shown: ShownBefore, word: number, weight: number, isNumber: boolean, holders: number[]): void {
  const [begin, end] = [shown.from[word]!, shown.from[word + 1]!];
  if (begin === end) return;
  const used = holders.length;
  let written = -1;
  for (let at = begin; at < end; at++) {
    const index = shown.steps[at]!;
    const from = sums.of(index);
    cells[from + sum.shown]! += weight;
    cells[from + sum.count]! += 1;
    if (isNumber) cells[from + sum.numbers]! += weight;
    if (shown.marks[at] === marks.introduced) {
      written = index;
      cells[from + sum.written]! += weight;
    }
    if (isAmong(holders, used, index)) continue;
    holders.push(index);
    cells[from + sum.any]! += weight;
  }
  const learned = shown.learned[word]!;
  const first = shown.steps[end - 1]!;
  cells[sums.of(shown.steps[begin]!) + sum.last]! += weight;
  if (learned >= 0) cells[sums.of(learned) + sum.lastNew]! += weight;
  const from = sums.of(first);
  if (end - begin === 1) cells[from + sum.only]! += weight;
  if (written === first) cells[from + sum.writtenFirst]! += weight;
}

interface Masses {
  readonly mass: number;
  readonly numberMass: number;
}

/** Each sum as a share of all. */
function describe({ step, signals }: Candidate, from: number, masses: Masses, wordCount: number): void {
  const { mass, numberMass } = masses;
  const give = (to: number, of: number, what: number): void => {
    if (cells[from + what]! > 0) signals.set(to, cells[from + what]! / of);
  };
  give(column.termsShown, mass, sum.shown);
  give(column.termsUsed, mass, sum.used);
  give(column.termsAny, mass, sum.any);
  give(column.termsLast, mass, sum.last);
  give(column.termsLastNew, mass, sum.lastNew);
  give(column.termsOnly, mass, sum.only);
  give(column.termsWritten, mass, sum.written);
  give(column.termsWrittenFirst, mass, sum.writtenFirst);
  give(column.termsNumbers, numberMass, sum.numbers);
  if (step.isPrompt)
    signals.set(column.promptCovered, Math.min(1, (2 * cells[from + sum.count]!) / Math.max(1, step.wordCount)));
  signals.set(column.likeness, Math.min(1, cells[from + sum.alike]! / Math.max(step.wordCount, wordCount)));
}

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
