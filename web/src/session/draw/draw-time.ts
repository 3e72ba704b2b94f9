import { promptKind } from '../data/kinds.ts';
import type { Steps } from '../data/weave.ts';
import type { Palette } from './palette.ts';

const bar = 3;
const mostPrompts = 80;

/**
 * Activity along the time of work: how many steps, below in red where some failed, above where somebody said
 * something.
 */
export function drawTime(
  pen: CanvasRenderingContext2D,
  palette: Palette,
  steps: Steps,
  times: Float64Array,
  width: number,
  height: number,
): void {
  const end = times.at(-1) || 1;
  const bars = Math.max(1, Math.floor(width / bar));
  const all = new Uint32Array(bars);
  const failed = new Uint32Array(bars);
  for (let step = 0; step < steps.count; step++) {
    const at = Math.min(bars - 1, Math.floor((times[step]! / end) * bars));
    all[at]!++;
    failed[at]! += steps.failed[step]!;
  }
  const most = all.reduce((a, b) => Math.max(a, b), 1);
  for (let at = 0; at < bars; at++) {
    const high = all[at] ? 3 + (all[at]! / most) * (height - 12) : 1;
    pen.fillStyle = all[at] ? palette.line2 : palette.line;
    pen.fillRect(at * bar, height - 4 - high, bar - 1, high);
    if (!failed[at]) continue;
    pen.fillStyle = palette.rubric;
    pen.fillRect(at * bar, height - 3, bar - 1, 3);
  }
  const prompts = [...steps.turnStart].filter((step) => steps.kind[step] === promptKind);
  if (prompts.length > mostPrompts) return;
  pen.fillStyle = palette.murex;
  for (const step of prompts) pen.fillRect((times[step]! / end) * (width - 3), 1, 3, 4);
}

export function drawTimeMark(
  pen: CanvasRenderingContext2D,
  palette: Palette,
  share: number,
  width: number,
  height: number,
): void {
  const x = share * (width - 2);
  pen.fillStyle = palette.lapis;
  pen.globalAlpha = 0.1;
  pen.fillRect(0, 0, x, height);
  pen.globalAlpha = 1;
  pen.fillRect(x, 0, 2, height);
  pen.beginPath();
  pen.arc(Math.max(4.5, Math.min(width - 4.5, x + 1)), 5, 4.5, 0, Math.PI * 2);
  pen.fill();
}
