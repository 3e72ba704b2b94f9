import type { Action } from '../steps/action.ts';
import type { FailedAction } from '../attempts/fix-tracker.ts';

/** A step after a failure. */
export interface LaterStep {
  readonly action: Action;
  /** Counted from the failure, beginning with 1. */
  readonly distance: number;
  /** How many of the problems of the failure it shows again; null where it did not fail. */
  readonly left: number | null;
}

/** What may have fixed a failure: the steps after it, as many as are worth a look. */
export class LaterSteps {
  readonly #failed: FailedAction;
  readonly #steps: LaterStep[] = [];

  constructor(failed: FailedAction) {
    this.#failed = failed;
  }

  get all(): readonly LaterStep[] {
    return this.#steps;
  }

  add(action: Action, failure: FailedAction | null): void {
    if (this.#steps.length >= maxSteps) return;
    let left: number | null = null;
    if (failure !== null) {
      left = 0;
      for (const problem of this.#failed.problems) if (failure.problems.has(problem)) left++;
    }
    this.#steps.push({ action, distance: this.#steps.length + 1, left });
  }
}

/** Few failures are fixed by a later step. */
const maxSteps = 80;
