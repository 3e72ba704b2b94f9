import type { Rows } from '../data/rows-of.ts';
import { isOpen } from '../data/stories.ts';
import { kinds, promptKind } from '../data/kinds.ts';
import type { Steps } from '../data/steps.ts';
import { barAlpha, barKinds } from './draw-outline.ts';
import type { Palette } from './palette.ts';

/** How rows map to the height of the mini-map. A short list does not fill it. */
export interface RailScale {
  readonly span: number;
  readonly thick: number;
}

export function railScale(rows: number, height: number): RailScale {
  const span = Math.min(height, rows * 5);
  return { span, thick: Math.max(1, Math.floor(span / Math.max(1, rows)) - 1) };
}

/** The part that changes with the rows only: kinds of steps, prompts, and failures at the right edge. */
export function drawRail(
  ctx: CanvasRenderingContext2D,
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
      ctx.globalAlpha = barAlpha(kind) * 0.75;
      ctx.fillStyle = palette.ofKind[kind]!;
      ctx.fillRect(x, line, part, thick);
      x += part;
    }
  }
  if (steps.turnStart.length < lines / 4) {
    ctx.globalAlpha = 0.9;
    ctx.fillStyle = palette.murex;
    for (const step of steps.turnStart)
      if (steps.kind[step] === promptKind) ctx.fillRect(3, y(step), width - 15, Math.max(1.5, thick));
  }
  drawFailures(ctx, palette, steps, y, width, lines, thick);
  ctx.globalAlpha = 1;
}

/**
 * Open failures are long and opaque, fixed ones short and pale. Where many share a line, the length is their number.
 */
function drawFailures(
  ctx: CanvasRenderingContext2D,
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
  const max = all.reduce((a, b) => Math.max(a, b), 1);
  ctx.fillStyle = palette.rubric;
  for (let line = 0; line < lines; line++) {
    if (!all[line]) continue;
    ctx.globalAlpha = open[line] ? 1 : 0.5;
    ctx.fillRect(width - 9, line, thick > 1 ? (open[line] ? 8 : 5) : 2 + (6 * all[line]!) / max, thick > 1 ? 2 : 1);
  }
}

/** The position and height of the visible part on the mini-map, in whole pixels; high enough to drag. */
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
  /** The steps that were found. */
  readonly matches: Iterable<number>;
  readonly selected: number;
}

/** The part that changes with the selection: steps of the slice at the left edge. */
export function drawRailMarks(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  { rowOf, rows }: Rows,
  { marked, matches, selected }: RailMarks,
  width: number,
  height: number,
): void {
  const { span } = railScale(rows.length, height);
  const y = (step: number): number => (rowOf[step]! / rows.length) * span;
  ctx.fillStyle = palette.ochre;
  for (const step of matches) ctx.fillRect(4, y(step) - 1, width - 8, 2);
  ctx.fillStyle = palette.lapis;
  for (const step of marked) ctx.fillRect(0, y(step) - 0.5, 4, 2);
  if (selected >= 0) ctx.fillRect(0, y(selected) - 1, width, 2.5);
}
