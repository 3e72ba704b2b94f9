import type { Slice } from '../data/slice.ts';
import { lanes } from '../data/threads.ts';
import { extraAt, middleOf, type GutterScene } from './gutter-scene.ts';
import { drawFold, drawMark, drawRing } from './marks.ts';

/**
 * The quiet gutter: a thread from each step to the one that follows from it. The direct causes of the chosen step
 * have tracks of their own.
 */
export function drawThreads(pen: CanvasRenderingContext2D, scene: GutterScene): void {
  const { steps, rows, from, to, palette, chosen, latest } = scene;
  const left = scene.width > 80 ? 28 : 14;
  const pitch = (scene.width - left - 10) / lanes;
  const x = (lane: number): number => left + lane * pitch;
  drawLanes(pen, scene, x);
  if (scene.direct && latest >= chosen) drawTracks(pen, scene, scene.direct, left, x);
  for (let row = from; row < to; row++) {
    const extra = extraAt(rows, row);
    const step = rows.rows[row]!;
    const y = middleOf(scene, row);
    if (extra) {
      if (extra.from <= latest && extra.is !== 'band') drawFold(pen, palette, x(steps.threads.lane[extra.from]!), y);
      continue;
    }
    if (step > latest) continue;
    drawMark(pen, palette, steps.kind[step]!, steps.failed[step] === 1, x(steps.threads.lane[step]!), y);
    if (step === chosen) drawRing(pen, palette, x(steps.threads.lane[step]!), y);
  }
}

function drawLanes(pen: CanvasRenderingContext2D, scene: GutterScene, x: (lane: number) => number): void {
  const { steps, rows, from, to, rowHeight, latest } = scene;
  const { above, below, lane, parent, far } = steps.threads;
  pen.strokeStyle = scene.palette.thread;
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (let row = from; row < to; row++) {
    const first = firstStepAt(scene, row);
    if (first > latest) break;
    const into = above[first] ?? 0;
    const next = row + 1 < rows.rows.length ? firstStepAt(scene, row + 1) : steps.count;
    const outOf = next > latest + 1 ? 0 : (below[next - 1] ?? 0);
    const top = (row - from) * rowHeight;
    const middle = top + rowHeight / 2;
    for (let each = 0; each < lanes; each++) {
      const bit = 1 << each;
      if (into & bit) {
        pen.moveTo(x(each), top);
        pen.lineTo(x(each), middle);
      }
      if (outOf & bit) {
        pen.moveTo(x(each), middle);
        pen.lineTo(x(each), top + rowHeight);
      }
    }
    const step = rows.rows[row]!;
    if (step < 0) continue;
    const own = x(lane[step]!);
    const hangsFrom = parent[step]!;
    if (hangsFrom >= 0 && lane[hangsFrom] !== lane[step]) {
      const start = x(lane[hangsFrom]!);
      pen.moveTo(start, top);
      pen.bezierCurveTo(start, middle, start, middle, own - (own > start ? 4 : -4), middle);
    }
    if (far[step]) {
      pen.moveTo(own - 7, middle - 9);
      pen.lineTo(own - 3.5, middle - 4.5);
    }
  }
  pen.stroke();
}

/**
 * One in the margin for each, the latest nearest to the threads. Never two on one: two dashed lines together look
 * recorded.
 */
function drawTracks(
  pen: CanvasRenderingContext2D,
  scene: GutterScene,
  direct: Slice,
  left: number,
  x: (lane: number) => number,
): void {
  const { steps, rows, from, to, palette, hovered } = scene;
  const edges = direct.edges.toSorted((a, b) => a.cause - b.cause).slice(-mostTracks);
  for (const [number, { cause, effect, edge }] of edges.entries()) {
    const [start, end] = [rows.rowOf[cause]!, rows.rowOf[effect]!];
    if (start === end || Math.max(start, end) < from - 1 || Math.min(start, end) > to) continue;
    const other = direct.way === 'causes' ? cause : effect;
    const track = Math.max(3, left - 13 - (edges.length - 1 - number) * 4.5);
    const [y1, y2] = [middleOf(scene, start), middleOf(scene, end)];
    const way = Math.sign(y2 - y1);
    const bend = Math.min(10, Math.abs(y2 - y1) / 2) * way;
    pen.strokeStyle = palette.ofType[steps.type[edge]!]!;
    pen.globalAlpha = hovered < 0 || hovered === other ? 1 : 0.2;
    pen.lineWidth = 1.8;
    pen.setLineDash(steps.recorded[edge] ? [] : [4.5, 3]);
    pen.beginPath();
    pen.moveTo(x(steps.threads.lane[cause]!) - 6, y1);
    pen.lineTo(track + 6, y1);
    pen.quadraticCurveTo(track, y1, track, y1 + bend);
    pen.lineTo(track, y2 - bend);
    pen.quadraticCurveTo(track, y2, track + 6, y2);
    pen.lineTo(x(steps.threads.lane[effect]!) - 9, y2);
    pen.stroke();
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
}

const mostTracks = 5;

/** The first step that a row or, where it has none of its own, the rows below it hold. */
function firstStepAt({ rows }: GutterScene, row: number): number {
  const extra = extraAt(rows, row);
  if (!extra) return rows.rows[row]!;
  return extra.is === 'band' ? extra.band.after + 1 : extra.from;
}
