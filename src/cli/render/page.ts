import type { Ink } from '../text/ink.ts';

/** What a renderer needs to know of the page it writes for. */
export interface Page {
  readonly ink: Ink;
  readonly columns: number;
  /** Milliseconds; for "today". */
  readonly now: number;
}
