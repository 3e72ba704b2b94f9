import type { EventId } from '../../../model/ids.ts';

/** One line of a pack, and the step it is about. */
export interface PackLine {
  readonly text: string;
  readonly step: EventId;
}

/** A candidate line. When not all fit, those with a higher worth are kept. */
export interface Offered extends PackLine {
  readonly worth: number;
}

export interface OfferedSection {
  readonly title: string;
  /** In reading order. */
  readonly lines: readonly Offered[];
  /** The largest part of the pack it may take; one line is always allowed. */
  readonly share?: number;
}
