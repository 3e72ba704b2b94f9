import type { Event } from '../../model/event.ts';

export interface PictureOptions extends Partial<Bounds> {
  /** Draw only what led to this event. */
  readonly event?: Event;
}

export interface Bounds {
  /** At most so many steps: 80, and 250 where one can look around. */
  readonly limit: number;
  /** Minimum confidence of causes (0.25). Recorded ones are always drawn. */
  readonly minConfidence: number;
}

/**
 * What is drawn unless something else is asked for. A cause that is wrong three times in four is more line than news.
 */
export const defaultBounds = (canLookAround: boolean): Bounds => ({
  limit: canLookAround ? 250 : 80,
  minConfidence: 0.25,
});
