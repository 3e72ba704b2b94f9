import { agentKind, checkKind, kinds, noteKind, promptKind, shellKind } from '../data/kinds.ts';
import type { Palette } from './palette.ts';

const hollow = new Set([kinds.indexOf('read'), kinds.indexOf('other')]);
const round = Math.PI * 2;

/** A step as a mark whose shape says its kind: ■ prompt, ○ read, ● edit, ◆ check, • shell, ◎ sub-agent, ⊗ failed. */
export function drawMark(
  pen: CanvasRenderingContext2D,
  palette: Palette,
  kind: number,
  failed: boolean,
  x: number,
  y: number,
): void {
  pen.setLineDash([]);
  if (failed) return drawFailure(pen, palette, x, y);
  const colour = palette.ofKind[kind]!;
  pen.fillStyle = colour;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.beginPath();
  if (kind === promptKind || kind === noteKind) {
    pen.roundRect(x - 4.5, y - 4.5, 9, 9, 2.2);
    if (kind === promptKind) return pen.fill();
    pen.fillStyle = palette.surface;
    pen.fill();
    pen.stroke();
  } else if (kind === checkKind) {
    pen.moveTo(x, y - 5.2);
    pen.lineTo(x + 5.2, y);
    pen.lineTo(x, y + 5.2);
    pen.lineTo(x - 5.2, y);
    pen.fill();
  } else if (hollow.has(kind) || kind === agentKind) {
    pen.fillStyle = palette.surface;
    pen.arc(x, y, kind === agentKind ? 5 : 3.3, 0, round);
    pen.fill();
    pen.stroke();
    if (kind === agentKind) drawDot(pen, colour, x, y, 2.2);
  } else {
    pen.arc(x, y, kind === shellKind ? 3 : 4.2, 0, round);
    pen.fill();
  }
}

export function drawDot(pen: CanvasRenderingContext2D, colour: string, x: number, y: number, radius: number): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, round);
  pen.fill();
}

/** Around the chosen step. */
export function drawRing(pen: CanvasRenderingContext2D, palette: Palette, x: number, y: number): void {
  pen.setLineDash([]);
  pen.strokeStyle = palette.lapis;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.arc(x, y, 8.5, 0, round);
  pen.stroke();
}

/** Three dots: steps are folded here. */
export function drawFold(pen: CanvasRenderingContext2D, palette: Palette, x: number, y: number): void {
  for (const by of [-4, 0, 4]) drawDot(pen, palette.ink3, x, y + by, 1.1);
}

function drawFailure(pen: CanvasRenderingContext2D, palette: Palette, x: number, y: number): void {
  drawDot(pen, palette.rubric, x, y, 5);
  pen.strokeStyle = palette.surface;
  pen.lineWidth = 1.4;
  pen.beginPath();
  pen.moveTo(x - 1.9, y - 1.9);
  pen.lineTo(x + 1.9, y + 1.9);
  pen.moveTo(x + 1.9, y - 1.9);
  pen.lineTo(x - 1.9, y + 1.9);
  pen.stroke();
}
