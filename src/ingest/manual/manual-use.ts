import type { Time } from './manual-failure.ts';

/** A use of a skill, entered by a person or a program. */
export interface ManualUse {
  readonly skill: string;
  /** Which way the work took, by a name of your own: `quick`, `comprehensive`. */
  readonly workflowPath?: string;
  /** `setup`, `exploration`, `execution`, `verification`, `deployment`, or a phase of your own. */
  readonly workflowPhase?: string;
  /** What it was used for, as the user put it. */
  readonly userQuery?: string;
  /** What else could have been used. */
  readonly alternatives?: readonly string[];
  /** Its place in the list it was chosen from; the first is 1. */
  readonly selectionRank?: number;
  /** When it began: a date, ISO text or milliseconds; now when absent. */
  readonly at?: Time;
}

/** How it ended. */
export interface ManualUseEnd {
  /** True when absent. False: it was given up. */
  readonly completed?: boolean;
  /** What was done next. */
  readonly followUps?: readonly string[];
  /** Why it was given up: `TypeError`, `denied`. */
  readonly errorType?: string;
  /** Since it began, by the clock, when absent. */
  readonly durationSeconds?: number;
}
