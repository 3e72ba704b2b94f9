import type { Slice } from '../data/slice.ts';
import { dashOf } from './dash.ts';
import { extraAt, middleOf, type GutterScene } from './gutter-scene.ts';
import { drawDot, drawFold, drawMark, drawRing } from './marks.ts';

/** Causes or effects: all steps on one axis, and each edge of the slice as an arc to its left. */
export function drawSlice(ctx: CanvasRenderingContext2D, scene: GutterScene, slice: Slice): void {
  const { steps, rows, from, to, rowHeight, palette, selected, latest } = scene;
  const axis = scene.width - 13;
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(axis, 0);
  ctx.lineTo(axis, (to - from) * rowHeight);
  ctx.stroke();
  drawContext(ctx, scene, slice, axis);
  drawArcs(ctx, scene, slice, axis);
  for (let row = from; row < to; row++) {
    const extra = extraAt(rows, row);
    const step = rows.rows[row]!;
    const y = middleOf(scene, row);
    if (extra) {
      if (extra.is !== 'band') drawFold(ctx, palette, axis, y);
      continue;
    }
    if (step > latest) continue;
    if (slice.depth.has(step)) drawMark(ctx, palette, steps.kind[step]!, steps.failed[step] === 1, axis, y);
    else drawDot(ctx, steps.failed[step] ? palette.rubric : palette.line2, axis, y, 2);
    if (step === selected) drawRing(ctx, palette, axis, y);
  }
}

function drawArcs(ctx: CanvasRenderingContext2D, scene: GutterScene, slice: Slice, axis: number): void {
  const { steps, rows, from, to, width, palette, hovered, latest } = scene;
  // Direct edges last, so that they are on top.
  for (const { cause, effect, edge, depth } of slice.edges.toSorted((a, b) => b.depth - a.depth)) {
    const [start, end] = [rows.rowOf[cause]!, rows.rowOf[effect]!];
    if (
      start === end ||
      Math.max(start, end) < from - 1 ||
      Math.min(start, end) > to ||
      Math.max(cause, effect) > latest
    )
      continue;
    const isDirect = depth === 0;
    const isNear = hovered < 0 || cause === hovered || effect === hovered;
    const apart = Math.abs(end - start);
    const [y1, y2] = [middleOf(scene, start), middleOf(scene, end)];
    const direction = y2 > y1 ? 1 : -1;
    const side = axis - Math.min(width - 22, 9 + Math.sqrt(apart) * width * 0.155);
    const bend = Math.min(Math.abs(y2 - y1) / 2, 26 + apart * 1.2) * direction;
    const colour = palette.ofType[steps.type[edge]!]!;
    ctx.strokeStyle = colour;
    ctx.globalAlpha = (isNear ? 1 : 0.15) * (isDirect ? 1 : 0.62) * (0.5 + steps.confidence[edge]! / 200);
    ctx.lineWidth = isDirect ? 2.2 : 1.3;
    ctx.setLineDash(dashOf(steps.basis[edge]!, isDirect ? [5, 3.5] : [3.5, 3.5]));
    ctx.beginPath();
    ctx.moveTo(axis - 5, y1);
    ctx.bezierCurveTo(side, y1, side, y1 + bend * 0.55, side, y1 + bend);
    ctx.lineTo(side, y2 - bend);
    ctx.bezierCurveTo(side, y2 - bend * 0.55, side, y2, axis - 8, y2);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.moveTo(axis - 5, y2);
    ctx.lineTo(axis - 10.5, y2 - 3.2);
    ctx.lineTo(axis - 10.5, y2 + 3.2);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** From an end of the walk to the prompt it stands below: dotted, because no link was found. */
function drawContext(ctx: CanvasRenderingContext2D, scene: GutterScene, slice: Slice, axis: number): void {
  const { rows, from, to, palette, latest } = scene;
  ctx.strokeStyle = palette.line2;
  ctx.lineWidth = 1.3;
  ctx.setLineDash([1.5, 3]);
  for (const { cause, effect } of slice.context) {
    const [start, end] = [rows.rowOf[cause]!, rows.rowOf[effect]!];
    if (start === end || Math.max(start, end) < from - 1 || Math.min(start, end) > to || effect > latest) continue;
    ctx.beginPath();
    ctx.moveTo(axis, middleOf(scene, start));
    ctx.lineTo(axis, middleOf(scene, end));
    ctx.stroke();
  }
  ctx.setLineDash([]);
}
