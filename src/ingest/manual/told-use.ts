import type { Time } from './told.ts';

/** A use of a skill as somebody tells it. */
export interface ToldUse {
  readonly skill: string;
  /** Which way the work took, in a word of your own: `quick`, `comprehensive`. */
  readonly workflowPath?: string;
  /** `setup`, `exploration`, `execution`, `verification`, `deployment`, or a word of your own. */
  readonly workflowPhase?: string;
  /** What it was used for, in the user's words. */
  readonly userQuery?: string;
  /** What else could have been used. */
  readonly alternatives?: readonly string[];
  /** Its place in the list it was chosen from; the first is 1. */
  readonly selectionRank?: number;
  /** When it began: a date, ISO text or milliseconds; now when absent. */
  readonly at?: Time;
}

/** How it ended. */
export interface ToldEnd {
  /** True when absent. False: it was given up. */
  readonly completed?: boolean;
  /** What was done next. */
  readonly followUps?: readonly string[];
  /** Why it was given up: `TypeError`, `denied`. */
  readonly errorType?: string;
  /** Since it began, by the clock, when absent. */
  readonly durationSeconds?: number;
}
