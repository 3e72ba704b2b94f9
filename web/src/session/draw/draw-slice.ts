import type { Slice } from '../data/slice.ts';
import { extraAt, middleOf, type GutterScene } from './gutter-scene.ts';
import { drawDot, drawFold, drawMark, drawRing } from './marks.ts';

/** Why, or impact: all steps on one axis, and every edge of the slice an arc to the left of it. */
export function drawSlice(pen: CanvasRenderingContext2D, scene: GutterScene, slice: Slice): void {
  const { steps, rows, from, to, rowHeight, palette, chosen, latest } = scene;
  const axis = scene.width - 13;
  pen.strokeStyle = palette.line;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(axis, 0);
  pen.lineTo(axis, (to - from) * rowHeight);
  pen.stroke();
  drawArcs(pen, scene, slice, axis);
  for (let row = from; row < to; row++) {
    const extra = extraAt(rows, row);
    const step = rows.rows[row]!;
    const y = middleOf(scene, row);
    if (extra) {
      if (extra.is !== 'band') drawFold(pen, palette, axis, y);
      continue;
    }
    if (step > latest) continue;
    if (slice.depth.has(step)) drawMark(pen, palette, steps.kind[step]!, steps.failed[step] === 1, axis, y);
    else drawDot(pen, steps.failed[step] ? palette.rubric : palette.line2, axis, y, 2);
    if (step === chosen) drawRing(pen, palette, axis, y);
  }
}

function drawArcs(pen: CanvasRenderingContext2D, scene: GutterScene, slice: Slice, axis: number): void {
  const { steps, rows, from, to, width, palette, hovered, latest } = scene;
  // Direct ones last: they lie on top.
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
    const way = y2 > y1 ? 1 : -1;
    const side = axis - Math.min(width - 22, 9 + Math.sqrt(apart) * width * 0.155);
    const bend = Math.min(Math.abs(y2 - y1) / 2, 26 + apart * 1.2) * way;
    const colour = palette.ofType[steps.type[edge]!]!;
    pen.strokeStyle = colour;
    pen.globalAlpha = (isNear ? 1 : 0.15) * (isDirect ? 1 : 0.62) * (0.5 + steps.confidence[edge]! / 200);
    pen.lineWidth = isDirect ? 2.2 : 1.3;
    pen.setLineDash(steps.recorded[edge] ? [] : isDirect ? [5, 3.5] : [3.5, 3.5]);
    pen.beginPath();
    pen.moveTo(axis - 5, y1);
    pen.bezierCurveTo(side, y1, side, y1 + bend * 0.55, side, y1 + bend);
    pen.lineTo(side, y2 - bend);
    pen.bezierCurveTo(side, y2 - bend * 0.55, side, y2, axis - 8, y2);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(axis - 5, y2);
    pen.lineTo(axis - 10.5, y2 - 3.2);
    pen.lineTo(axis - 10.5, y2 + 3.2);
    pen.fill();
  }
  pen.globalAlpha = 1;
}
