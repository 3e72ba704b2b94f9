import type { Rows } from '../data/rows-of.ts';
import { isOpen } from '../data/stories.ts';
import { kinds, promptKind } from '../data/kinds.ts';
import type { Steps } from '../data/weave.ts';
import { barAlpha, barKinds } from './draw-outline.ts';
import type { Palette } from './palette.ts';

/** How the rows of a list lie on a rail of some height. Few rows do not fill it. */
export interface RailScale {
  readonly span: number;
  readonly thick: number;
}

export function railScale(rows: number, height: number): RailScale {
  const span = Math.min(height, rows * 5);
  return { span, thick: Math.max(1, Math.floor(span / Math.max(1, rows)) - 1) };
}

/**
 * The part that changes with the rows alone: what the steps did, where prompts are, and at the right edge what
 * failed.
 */
export function drawRail(
  pen: CanvasRenderingContext2D,
  palette: Palette,
  steps: Steps,
  { rowOf, rows }: Rows,
  width: number,
  height: number,
): void {
  const { span, thick } = railScale(rows.length, height);
  const lines = Math.max(1, Math.floor(height));
  const y = (step: number): number => Math.min(lines - 1, Math.floor((rowOf[step]! / rows.length) * span));
  const counts = new Uint32Array(lines * kinds.length);
  for (let step = 0; step < steps.count; step++) counts[y(step) * kinds.length + steps.kind[step]!]!++;
  for (let line = 0; line < lines; line++) {
    const own = counts.subarray(line * kinds.length, (line + 1) * kinds.length);
    const sum = own.reduce((total, count) => total + count, 0);
    let x = 5;
    for (const kind of barKinds) {
      if (!own[kind]) continue;
      const part = (own[kind] / sum) * (width - 17);
      pen.globalAlpha = barAlpha(kind) * 0.75;
      pen.fillStyle = palette.ofKind[kind]!;
      pen.fillRect(x, line, part, thick);
      x += part;
    }
  }
  if (steps.turnStart.length < lines / 4) {
    pen.globalAlpha = 0.9;
    pen.fillStyle = palette.murex;
    for (const step of steps.turnStart)
      if (steps.kind[step] === promptKind) pen.fillRect(3, y(step), width - 15, Math.max(1.5, thick));
  }
  drawFailures(pen, palette, steps, y, width, lines, thick);
  pen.globalAlpha = 1;
}

/**
 * Long and full where one is open, short and pale where all are resolved; where many share a line, as long as they
 * are many.
 */
function drawFailures(
  pen: CanvasRenderingContext2D,
  palette: Palette,
  { stories }: Steps,
  y: (step: number) => number,
  width: number,
  lines: number,
  thick: number,
): void {
  const all = new Uint16Array(lines);
  const open = new Uint16Array(lines);
  for (const story of stories) {
    if (story.kind !== 'real') continue;
    all[y(story.error)]!++;
    if (isOpen(story)) open[y(story.error)]!++;
  }
  const most = all.reduce((a, b) => Math.max(a, b), 1);
  pen.fillStyle = palette.rubric;
  for (let line = 0; line < lines; line++) {
    if (!all[line]) continue;
    pen.globalAlpha = open[line] ? 1 : 0.5;
    pen.fillRect(width - 9, line, thick > 1 ? (open[line] ? 8 : 5) : 2 + (6 * all[line]!) / most, thick > 1 ? 2 : 1);
  }
}

/**
 * Where what is in sight of the list begins on the rail, and how high it is there, in whole pixels: high enough to be
 * taken hold of.
 */
export function seenOnRail(
  rows: number,
  height: number,
  first: number,
  shown: number,
): { readonly start: number; readonly high: number } {
  const { span } = railScale(rows, height);
  const all = Math.max(1, rows);
  const high = Math.round(Math.max(18, Math.min(1, shown / all) * span));
  return { start: Math.round(Math.max(0, Math.min(span - high, (first / all) * span))), high };
}

export interface RailMarks {
  readonly marked: Iterable<number>;
  readonly chosen: number;
}

/** The part that changes with what is chosen: at the left edge the steps of the slice. */
export function drawRailMarks(
  pen: CanvasRenderingContext2D,
  palette: Palette,
  { rowOf, rows }: Rows,
  { marked, chosen }: RailMarks,
  width: number,
  height: number,
): void {
  const { span } = railScale(rows.length, height);
  const y = (step: number): number => (rowOf[step]! / rows.length) * span;
  pen.fillStyle = palette.lapis;
  for (const step of marked) pen.fillRect(0, y(step) - 0.5, 4, 2);
  if (chosen >= 0) pen.fillRect(0, y(chosen) - 1, width, 2.5);
}
