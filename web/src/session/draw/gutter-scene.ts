import type { Extra, Rows } from '../data/rows-of.ts';
import type { Slice } from '../data/slice.ts';
import type { Steps } from '../data/weave.ts';
import type { Palette } from './palette.ts';

/** A tile of the gutter: the rows from `from` up to `to`. */
export interface GutterScene {
  readonly steps: Steps;
  readonly rows: Rows;
  readonly slice: Slice | null;
  readonly direct: Slice | null;
  readonly chosen: number;
  /** Steps after it have not happened yet. */
  readonly latest: number;
  /** Of this step the edges are drawn, the others paled; -1 for none. */
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

/** The middle of a row, from the top of the tile. */
export function middleOf({ from, rowHeight }: GutterScene, row: number): number {
  return (row - from) * rowHeight + rowHeight / 2;
}
