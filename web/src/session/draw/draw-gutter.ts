import { drawOutline } from './draw-outline.ts';
import { drawSlice } from './draw-slice.ts';
import { drawThreads } from './draw-threads.ts';
import { extraAt, type GutterScene } from './gutter-scene.ts';

/** Draws the gutter in one of three modes: threads, the slice of a step, or one bar per turn. */
export function drawGutter(ctx: CanvasRenderingContext2D, scene: GutterScene): void {
  ctx.lineCap = 'round';
  ctx.globalAlpha = 1;
  drawBands(ctx, scene);
  if (scene.rows.isOutline) drawOutline(ctx, scene);
  else if (scene.slice) drawSlice(ctx, scene, scene.slice);
  else drawThreads(ctx, scene);
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

/** One vertical line per nesting level beside the steps of sub-agents. */
function drawBands(ctx: CanvasRenderingContext2D, { steps, rows, from, to, rowHeight, palette }: GutterScene): void {
  for (let row = from; row < to; row++) {
    const extra = extraAt(rows, row);
    const depth =
      extra?.is === 'band'
        ? extra.band.open
          ? extra.band.depth
          : extra.band.depth - 1
        : steps.depth[extra ? extra.from : rows.rows[row]!]!;
    ctx.fillStyle = palette.ochre;
    for (let level = 0; level < depth; level++) ctx.fillRect(level * 4, (row - from) * rowHeight, 2, rowHeight);
  }
}
