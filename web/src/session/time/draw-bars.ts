import type { Palette } from '../draw/palette.ts';
import type { Steps } from '../data/steps.ts';
import type { Waterfall } from './waterfall.ts';

export interface TimeScene {
  readonly steps: Steps;
  readonly waterfall: Waterfall;
  readonly critical: ReadonlySet<number>;
  readonly selected: number;
  /** Rows. */
  readonly from: number;
  readonly to: number;
  readonly rowHeight: number;
  readonly width: number;
  /** What the left edge shows, and how much time the width is; in milliseconds. */
  readonly left: number;
  readonly span: number;
  readonly palette: Palette;
}

const ticks = 4;

/** A bar for each row: pale for the model, solid for the call, a line below for the critical path. */
export function drawBars(ctx: CanvasRenderingContext2D, scene: TimeScene): void {
  const { steps, waterfall, critical, from, to, rowHeight, width, left, span, palette } = scene;
  const x = (ms: number): number => ((ms - left) / span) * width;
  ctx.fillStyle = palette.line;
  for (let tick = 1; tick < ticks; tick++) ctx.fillRect((tick / ticks) * width, 0, 1, (to - from) * rowHeight);
  for (let row = from; row < to; row++) {
    const step = waterfall.rows[row]!;
    if (step < 0) continue;
    const y = (row - from) * rowHeight;
    const [start, end] = [x(waterfall.start[step]!), x(waterfall.end[step]!)];
    const thought = x(waterfall.start[step]! - waterfall.model[step]!);
    const clipped = (a: number, b: number, top: number, height: number): void => {
      const [first, last] = [Math.max(0, a), Math.min(width, b)];
      if (last > first) ctx.fillRect(first, y + top, Math.max(1, last - first), height);
    };
    ctx.fillStyle = palette.line2;
    clipped(thought, start, 12, 4);
    ctx.fillStyle = steps.failed[step] === 1 ? palette.rubric : palette.ofKind[steps.kind[step]!]!;
    clipped(start, Math.max(end, start + 3), 7, 14);
    ctx.fillStyle = palette.ink;
    if (critical.has(step)) clipped(thought, Math.max(end, start + 3), 23, 2);
    // What lies outside is pointed at.
    ctx.fillStyle = palette.ink3;
    if (start > width) ctx.fillRect(width - 3, y + 11, 3, 6);
    else if (Math.max(end, start + 3) < 0) ctx.fillRect(0, y + 11, 3, 6);
  }
}
