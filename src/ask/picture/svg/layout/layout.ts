import { laneRows } from './lanes.ts';
import { ordered } from './order.ts';
import { placed } from './place.ts';
import { routed } from './route.ts';
import type { Route } from './route.ts';
import { rowsOf } from './rows.ts';

/** What is laid out: boxes in the order of time, and arrows between them. */
export interface Diagram {
  readonly boxes: readonly { readonly width: number; readonly height: number; readonly startsRow: boolean }[];
  readonly arrows: readonly Arrow[];
}

export interface Arrow {
  readonly from: number;
  readonly to: number;
  /** Arrows out of one box that are alike share a line as far as their ways are the same. */
  readonly style: string;
  /** Which arrows get a line of their own when there are too many: the stronger ones. */
  readonly strength: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Top left corners. */
  readonly boxes: readonly { readonly x: number; readonly y: number }[];
  /** One for each arrow. */
  readonly routes: readonly Route[];
}

export const spacing = {
  /** Boxes side by side at most: more would make the picture wider than a screen. */
  boxesInRow: 4,
  /** Lines that pass between the boxes of a row at most; other arrows only say where they come from. */
  lanesInRow: 7,
  betweenBoxes: 26,
  betweenLanes: 16,
  betweenRows: 46,
} as const;

/**
 * Layers after Sugiyama, with time instead of longest paths: rows of steps that do not depend on each other, in the
 * order they happened; lanes for arrows that pass rows; few crossings; straight lines. No part looks at more than the
 * row above and below, and a row has a bounded number of things in it, so the work grows with the number of rows.
 */
export function layout({ boxes, arrows }: Diagram): Layout {
  const rows = rowsOf(boxes, arrows, spacing.boxesInRow);
  const lanes = laneRows(rows, arrows, spacing.lanesInRow);
  const order = ordered(lanes.rows);
  const columns = placed(order, boxes, spacing);
  return routed({ boxes, arrows, order, columns, passes: lanes.passes, spacing });
}
