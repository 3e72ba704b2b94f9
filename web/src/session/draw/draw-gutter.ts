import { drawOutline } from './draw-outline.ts';
import { drawSlice } from './draw-slice.ts';
import { drawThreads } from './draw-threads.ts';
import { extraAt, type GutterScene } from './gutter-scene.ts';

/** The causal gutter in one of its three states: threads, the slice of a step, or a bar for each turn. */
export function drawGutter(pen: CanvasRenderingContext2D, scene: GutterScene): void {
  pen.lineCap = 'round';
  pen.globalAlpha = 1;
  drawBands(pen, scene);
  if (scene.rows.isOutline) drawOutline(pen, scene);
  else if (scene.slice) drawSlice(pen, scene, scene.slice);
  else drawThreads(pen, scene);
  pen.globalAlpha = 1;
  pen.setLineDash([]);
}

/** Behind the steps of sub-agents, with an edge for each that they are nested in. */
function drawBands(pen: CanvasRenderingContext2D, { steps, rows, from, to, rowHeight, palette }: GutterScene): void {
  for (let row = from; row < to; row++) {
    const extra = extraAt(rows, row);
    const depth =
      extra?.is === 'band'
        ? extra.band.open
          ? extra.band.depth
          : extra.band.depth - 1
        : steps.depth[extra ? extra.from : rows.rows[row]!]!;
    pen.fillStyle = palette.ochre;
    for (let level = 0; level < depth; level++) pen.fillRect(level * 4, (row - from) * rowHeight, 2, rowHeight);
  }
}
