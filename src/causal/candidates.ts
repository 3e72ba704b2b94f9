import type { Propose } from './rule.ts';
import type { Signal } from './signals.ts';
import { isBefore, type Step, type Target } from './history/step.ts';

/** A step that may be a cause, and the evidence for and against it. */
export interface Candidate {
  readonly step: Step;
  readonly signals: Map<Signal, number>;
  readonly evidence: Map<Signal, () => string>;
}

export class Candidates {
  readonly #of: Target;
  readonly #byIndex = new Map<number, Candidate>();

  constructor(target: Target) {
    this.#of = target;
  }

  readonly propose: Propose = (step, signal, value, evidence) => {
    if (value <= 0 || !isBefore(step, this.#of)) return;
    let candidate = this.#byIndex.get(step.index);
    if (!candidate) this.#byIndex.set(step.index, (candidate = { step, signals: new Map(), evidence: new Map() }));
    if (value <= (candidate.signals.get(signal) ?? 0)) return;
    candidate.signals.set(signal, value);
    if (evidence) candidate.evidence.set(signal, evidence);
  };

  all(): readonly Candidate[] {
    return [...this.#byIndex.values()];
  }
}
