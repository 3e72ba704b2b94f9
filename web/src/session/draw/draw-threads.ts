import type { Slice } from '../data/slice.ts';
import { lanes } from '../data/threads.ts';
import { dashOf } from './dash.ts';
import { extraAt, middleOf, type GutterScene } from './gutter-scene.ts';
import { drawFold, drawMark, drawRing } from './marks.ts';

/**
 * The default gutter: a line from each step to its effects. Direct causes of the selected step have separate tracks.
 */
export function drawThreads(ctx: CanvasRenderingContext2D, scene: GutterScene): void {
  const { steps, rows, from, to, palette, selected, latest } = scene;
  const left = scene.width > 80 ? 28 : 14;
  const pitch = (scene.width - left - 10) / lanes;
  const x = (lane: number): number => left + lane * pitch;
  drawLanes(ctx, scene, x);
  if (scene.direct && latest >= selected) drawTracks(ctx, scene, scene.direct, left, x);
  for (let row = from; row < to; row++) {
    const extra = extraAt(rows, row);
    const step = rows.rows[row]!;
    const y = middleOf(scene, row);
    if (extra) {
      if (extra.from <= latest && extra.is !== 'band' && extra.is !== 'reply')
        drawFold(ctx, palette, x(steps.threads.lane[extra.from]!), y);
      continue;
    }
    if (step > latest) continue;
    drawMark(ctx, palette, steps.kind[step]!, steps.failed[step] === 1, x(steps.threads.lane[step]!), y);
    if (step === selected) drawRing(ctx, palette, x(steps.threads.lane[step]!), y);
  }
}

function drawLanes(ctx: CanvasRenderingContext2D, scene: GutterScene, x: (lane: number) => number): void {
  const { steps, rows, from, to, rowHeight, latest } = scene;
  const { above, below, lane, parent, far } = steps.threads;
  ctx.strokeStyle = scene.palette.thread;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
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
        ctx.moveTo(x(each), top);
        ctx.lineTo(x(each), middle);
      }
      if (outOf & bit) {
        ctx.moveTo(x(each), middle);
        ctx.lineTo(x(each), top + rowHeight);
      }
    }
    const step = rows.rows[row]!;
    if (step < 0) continue;
    const own = x(lane[step]!);
    const hangsFrom = parent[step]!;
    if (hangsFrom >= 0 && lane[hangsFrom] !== lane[step]) {
      const start = x(lane[hangsFrom]!);
      ctx.moveTo(start, top);
      ctx.bezierCurveTo(start, middle, start, middle, own - (own > start ? 4 : -4), middle);
    }
    if (far[step]) {
      ctx.moveTo(own - 7, middle - 9);
      ctx.lineTo(own - 3.5, middle - 4.5);
    }
  }
  ctx.stroke();
}

/**
 * One track per edge in the margin, the latest nearest to the threads. Tracks never overlap: two dashed lines together
 * would look solid, which means recorded.
 */
function drawTracks(
  ctx: CanvasRenderingContext2D,
  scene: GutterScene,
  direct: Slice,
  left: number,
  x: (lane: number) => number,
): void {
  const { steps, rows, from, to, palette, hovered } = scene;
  const edges = direct.edges.toSorted((a, b) => a.cause - b.cause).slice(-maxTracks);
  for (const [number, { cause, effect, edge }] of edges.entries()) {
    const [start, end] = [rows.rowOf[cause]!, rows.rowOf[effect]!];
    if (start === end || Math.max(start, end) < from - 1 || Math.min(start, end) > to) continue;
    const other = direct.direction === 'causes' ? cause : effect;
    const track = Math.max(3, left - 13 - (edges.length - 1 - number) * 4.5);
    const [y1, y2] = [middleOf(scene, start), middleOf(scene, end)];
    const direction = Math.sign(y2 - y1);
    const bend = Math.min(10, Math.abs(y2 - y1) / 2) * direction;
    ctx.strokeStyle = palette.ofType[steps.type[edge]!]!;
    ctx.globalAlpha = hovered < 0 || hovered === other ? 1 : 0.2;
    ctx.lineWidth = 1.8;
    ctx.setLineDash(dashOf(steps.basis[edge]!, [4.5, 3]));
    ctx.beginPath();
    ctx.moveTo(x(steps.threads.lane[cause]!) - 6, y1);
    ctx.lineTo(track + 6, y1);
    ctx.quadraticCurveTo(track, y1, track, y1 + bend);
    ctx.lineTo(track, y2 - bend);
    ctx.quadraticCurveTo(track, y2, track + 6, y2);
    ctx.lineTo(x(steps.threads.lane[effect]!) - 9, y2);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

const maxTracks = 5;

/** The first step in a row, or in the rows below it when it has none. */
function firstStepAt({ rows }: GutterScene, row: number): number {
  const extra = extraAt(rows, row);
  if (!extra) return rows.rows[row]!;
  if (extra.is === 'reply') return extra.reply.before;
  return extra.is === 'band' ? extra.band.after + 1 : extra.from;
}
