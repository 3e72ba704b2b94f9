import type { Event } from '../../model/event.ts';

export interface PictureOptions {
  /** Draw only what led to this event. */
  readonly event?: Event;
  /** At most so many steps. */
  readonly limit?: number;
  /** Leave out causes we are less sure of than this. What is recorded is always drawn. */
  readonly minConfidence?: number;
}

/** Weaker ones are drawn when they are asked for: one in four of them is right at best, and they would be most of the lines. */
export const leastConfidence = 0.25;
