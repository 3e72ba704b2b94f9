import type { Extra, Rows } from '../data/rows-of.ts';
import type { Slice } from '../data/slice.ts';
import type { Steps } from '../data/steps.ts';
import type { Palette } from './palette.ts';

/** Everything needed to draw the rows from `from` up to `to`. */
export interface GutterScene {
  readonly steps: Steps;
  readonly rows: Rows;
  readonly slice: Slice | null;
  readonly direct: Slice | null;
  readonly selected: number;
  /** Later steps are hidden, in a replay. */
  readonly latest: number;
  /** Edges of this step stand out; -1 for none. */
  readonly hovered: number;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly rowHeight: number;
  readonly palette: Palette;
}

export function extraAt({ rows, extras }: Rows, row: number): Extra | null {
  const entry = rows[row]!;
  return entry < 0 ? extras[-entry - 1]! : null;
}

/** The vertical centre of a row within the drawing. */
export function middleOf({ from, rowHeight }: GutterScene, row: number): number {
  return (row - from) * rowHeight + rowHeight / 2;
}
