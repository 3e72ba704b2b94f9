import { promptKind } from '../data/kinds.ts';
import type { Steps } from '../data/steps.ts';
import type { Palette } from './palette.ts';

const bar = 3;
const maxPrompts = 80;

/** Activity over active time: bars for steps, red below for failures, marks above for prompts. */
export function drawTime(
  ctx: CanvasRenderingContext2D,
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
  const max = all.reduce((a, b) => Math.max(a, b), 1);
  for (let at = 0; at < bars; at++) {
    const high = all[at] ? 3 + (all[at]! / max) * (height - 12) : 1;
    ctx.fillStyle = all[at] ? palette.line2 : palette.line;
    ctx.fillRect(at * bar, height - 4 - high, bar - 1, high);
    if (!failed[at]) continue;
    ctx.fillStyle = palette.rubric;
    ctx.fillRect(at * bar, height - 3, bar - 1, 3);
  }
  const prompts = [...steps.turnStart].filter((step) => steps.kind[step] === promptKind);
  if (prompts.length > maxPrompts) return;
  ctx.fillStyle = palette.murex;
  for (const step of prompts) ctx.fillRect((times[step]! / end) * (width - 3), 1, 3, 4);
}

export function drawTimeMark(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  share: number,
  width: number,
  height: number,
): void {
  const x = share * (width - 2);
  ctx.fillStyle = palette.lapis;
  ctx.globalAlpha = 0.1;
  ctx.fillRect(0, 0, x, height);
  ctx.globalAlpha = 1;
  ctx.fillRect(x, 0, 2, height);
  ctx.beginPath();
  ctx.arc(Math.max(4.5, Math.min(width - 4.5, x + 1)), 5, 4.5, 0, Math.PI * 2);
  ctx.fill();
}
