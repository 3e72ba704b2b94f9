import type { Propose } from './rule.ts';
import { SignalRow } from './signal-row.ts';
import { column, type Signal } from './signals.ts';
import { placeCount, placeOf } from './history/horizon.ts';
import { isBefore, type Step, type Target } from './history/step.ts';

/** A step that may be a cause, and the evidence for and against it. */
export interface Candidate {
  readonly step: Step;
  /** Valid until the next call. */
  readonly signals: SignalRow;
  /** What rules saw in this step alone, by the signal they gave for it. */
  evidence: Map<Signal, () => string> | undefined;
}

/** A signal, and what was seen that gave it. */
export type Evidence = readonly [Signal, () => string];

/** Rows for the candidates of one call. Every call of every session needs some forty of them, so they are reused. */
class Rows {
  readonly #rows: SignalRow[] = [];
  #used = 0;

  clear(): void {
    for (let at = 0; at < this.#used; at++) this.#rows[at]!.clear();
    this.#used = 0;
  }

  next(): SignalRow {
    if (this.#used === this.#rows.length) this.#rows.push(new SignalRow());
    return this.#rows[this.#used++]!;
  }
}

const rows = new Rows();
/** Those of the current call, and the same by the place of their step. */
let current: readonly Candidate[] = [];
const byPlace = Array.from({ length: placeCount }, (): Candidate | undefined => undefined);

/** The candidates of one call, until those of the next are looked for. */
export class Candidates {
  readonly #of: Target;
  readonly #all: Candidate[] = [];

  constructor(target: Target) {
    this.#of = target;
    rows.clear();
    for (const { step } of current) byPlace[placeOf(step.index)] = undefined;
    current = this.#all;
  }

  readonly propose: Propose = (step, signal, value, evidence) => {
    if (value <= 0) return;
    const candidate = this.consider(step);
    const at = column[signal];
    if (!candidate || value <= candidate.signals.get(at)) return;
    candidate.signals.set(at, value);
    if (evidence) (candidate.evidence ??= new Map()).set(signal, evidence);
  };

  /** Undefined for a step that cannot have been known. */
  consider(step: Step): Candidate | undefined {
    const known = this.at(step.index);
    if (known || !isBefore(step, this.#of)) return known;
    const candidate: Candidate = { step, signals: rows.next(), evidence: undefined };
    if (!this.#isFar(step.index)) byPlace[placeOf(step.index)] = candidate;
    this.#insert(candidate);
    return candidate;
  }

  at(index: number): Candidate | undefined {
    return this.#isFar(index) ? this.#all.find(({ step }) => step.index === index) : byPlace[placeOf(index)];
  }

  /** Prompts in force may be further back than anything else, where places repeat. */
  #isFar(index: number): boolean {
    return this.#of.index - index >= placeCount;
  }

  /** Latest first. */
  all(): readonly Candidate[] {
    return this.#all;
  }

  /** Most come in order, and there are few. */
  #insert(candidate: Candidate): void {
    const all = this.#all;
    let at = all.push(candidate) - 1;
    for (; at > 0 && all[at - 1]!.step.index < candidate.step.index; at--) all[at] = all[at - 1]!;
    all[at] = candidate;
  }
}
