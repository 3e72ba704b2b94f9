import { phases } from '../../model/words.ts';
import type { Act, Phase } from '../../model/words.ts';
import { stepPhase } from './step-phase.ts';

/** Adds up what steps show about the phase they are in. */
export class PhaseTally {
  readonly #weights = new Map<Phase, number>();

  /** `distance` from what the tally is about: 1 is next to it, and twice as far counts half. */
  add(act: Act | null, marks: readonly string[], distance = 1): void {
    const step = stepPhase(act, marks);
    if (step) this.#weights.set(step.phase, (this.#weights.get(step.phase) ?? 0) + step.weight / distance);
  }

  /** The heaviest; of two alike the one that comes later in the work. Null when no step showed a phase. */
  phase(): Phase | null {
    let best: Phase | null = null;
    for (const phase of phases)
      if (
        (this.#weights.get(phase) ?? 0) > 0 &&
        (best === null || this.#weights.get(phase)! >= this.#weights.get(best)!)
      )
        best = phase;
    return best;
  }
}
