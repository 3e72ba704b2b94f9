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
  /** A line that hardly says more than what is in the pack already is left out. */
  readonly onlyNew?: boolean;
  /** Its lines count in full, though they resemble what is in the pack already: two failures may differ in a name. */
  readonly countsInFull?: boolean;
}

export interface PackSection {
  readonly title: string;
  readonly lines: readonly PackLine[];
}

/** What a line takes of a pack, in characters. */
export function lengthOf({ text }: PackLine): number {
  return text.length + 3 + 2 * (text.split('\n').length - 1);
}

export function titleLength({ title }: Pick<PackSection, 'title'>): number {
  return title.length + 4;
}
