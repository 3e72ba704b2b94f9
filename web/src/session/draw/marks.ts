import { agentKind, checkKind, kinds, noteKind, promptKind, shellKind } from '../data/kinds.ts';
import type { Palette } from './palette.ts';

const hollow = new Set([kinds.indexOf('read'), kinds.indexOf('other')]);
const round = Math.PI * 2;

/** Draws a step; the shape shows its kind: ■ prompt, ○ read, ● edit, ◆ check, • shell, ◎ sub-agent, ⊗ failed. */
export function drawMark(
  ctx: CanvasRenderingContext2D,
  palette: Palette,
  kind: number,
  failed: boolean,
  x: number,
  y: number,
): void {
  ctx.setLineDash([]);
  if (failed) return drawFailure(ctx, palette, x, y);
  const colour = palette.ofKind[kind]!;
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  if (kind === promptKind || kind === noteKind) {
    ctx.roundRect(x - 4.5, y - 4.5, 9, 9, 2.2);
    if (kind === promptKind) return ctx.fill();
    ctx.fillStyle = palette.surface;
    ctx.fill();
    ctx.stroke();
  } else if (kind === checkKind) {
    ctx.moveTo(x, y - 5.2);
    ctx.lineTo(x + 5.2, y);
    ctx.lineTo(x, y + 5.2);
    ctx.lineTo(x - 5.2, y);
    ctx.fill();
  } else if (hollow.has(kind) || kind === agentKind) {
    ctx.fillStyle = palette.surface;
    ctx.arc(x, y, kind === agentKind ? 5 : 3.3, 0, round);
    ctx.fill();
    ctx.stroke();
    if (kind === agentKind) drawDot(ctx, colour, x, y, 2.2);
  } else {
    ctx.arc(x, y, kind === shellKind ? 3 : 4.2, 0, round);
    ctx.fill();
  }
}

export function drawDot(ctx: CanvasRenderingContext2D, colour: string, x: number, y: number, radius: number): void {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, round);
  ctx.fill();
}

/** A ring around the selected step. */
export function drawRing(ctx: CanvasRenderingContext2D, palette: Palette, x: number, y: number): void {
  ctx.setLineDash([]);
  ctx.strokeStyle = palette.lapis;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.arc(x, y, 8.5, 0, round);
  ctx.stroke();
}

/** Three dots for folded steps. */
export function drawFold(ctx: CanvasRenderingContext2D, palette: Palette, x: number, y: number): void {
  for (const by of [-4, 0, 4]) drawDot(ctx, palette.ink3, x, y + by, 1.1);
}

function drawFailure(ctx: CanvasRenderingContext2D, palette: Palette, x: number, y: number): void {
  drawDot(ctx, palette.rubric, x, y, 5);
  ctx.strokeStyle = palette.surface;
  ctx.lineWidth = 1.4;
  ctx.beginPath();
  ctx.moveTo(x - 1.9, y - 1.9);
  ctx.lineTo(x + 1.9, y + 1.9);
  ctx.moveTo(x + 1.9, y - 1.9);
  ctx.lineTo(x - 1.9, y + 1.9);
  ctx.stroke();
}
