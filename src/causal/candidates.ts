import type { Propose } from './rule.ts';
import { column, signalNames, type Signal } from './signals.ts';
import { isBefore, type Step, type Target } from './history/step.ts';

/** A step that may be a cause, and the evidence for and against it. */
export interface Candidate {
  readonly step: Step;
  /** One value per signal, in the order of `signalNames`; 0 where a rule saw nothing. Valid until the next call. */
  readonly signals: Float32Array;
  /** What rules saw in this step alone, by the signal they gave for it. */
  evidence: Map<Signal, () => string> | undefined;
}

/** Rows for the candidates of one call. Every call of every session needs a hundred of them, so they are reused. */
class Rows {
  #cells = new Float32Array(128 * signalNames.length);
  #used = 0;

  clear(): void {
    this.#cells.fill(0, 0, this.#used);
    this.#used = 0;
  }

  next(): Float32Array {
    const end = this.#used + signalNames.length;
    // Rows that were handed out keep the old cells.
    if (end > this.#cells.length) {
      this.#cells = new Float32Array(this.#cells.length * 2);
      this.#used = 0;
      return this.next();
    }
    const row = this.#cells.subarray(this.#used, end);
    this.#used = end;
    return row;
  }
}

const rows = new Rows();

export class Candidates {
  readonly #of: Target;
  readonly #byIndex = new Map<number, Candidate>();
  readonly #all: Candidate[] = [];
  #isSorted = true;

  constructor(target: Target) {
    this.#of = target;
    rows.clear();
  }

  readonly propose: Propose = (step, signal, value, evidence) => {
    if (value <= 0) return;
    const candidate = this.consider(step);
    const at = column[signal];
    if (!candidate || value <= candidate.signals[at]!) return;
    candidate.signals[at] = value;
    if (evidence) (candidate.evidence ??= new Map()).set(signal, evidence);
  };

  /** Undefined for a step that cannot have been known. */
  consider(step: Step): Candidate | undefined {
    let candidate = this.#byIndex.get(step.index);
    if (candidate || !isBefore(step, this.#of)) return candidate;
    candidate = { step, signals: rows.next(), evidence: undefined };
    if (this.#all.length > 0 && this.#all.at(-1)!.step.index < step.index) this.#isSorted = false;
    this.#byIndex.set(step.index, candidate);
    this.#all.push(candidate);
    return candidate;
  }

  at(index: number): Candidate | undefined {
    return this.#byIndex.get(index);
  }

  /** Latest first. */
  all(): readonly Candidate[] {
    if (!this.#isSorted) this.#all.sort((a, b) => b.step.index - a.step.index);
    this.#isSorted = true;
    return this.#all;
  }
}
