import type { EventId } from '../../model/ids.ts';

/** One line of a pack, and the step it is about. */
export interface PackLine {
  readonly text: string;
  readonly step: EventId;
}

/** A line that would be said. Where there is no room for all, those that are worth more are. */
export interface Offered extends PackLine {
  readonly worth: number;
}

export interface OfferedSection {
  readonly title: string;
  /** In the order in which they are to be read. */
  readonly lines: readonly Offered[];
}
