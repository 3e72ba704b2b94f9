import { agentKind, checkKind, editKind, kinds, readKind, shellKind } from '../data/kinds.ts';
import { middleOf, type GutterScene } from './gutter-scene.ts';
import { drawMark, drawRing } from './marks.ts';

/** In the order of the segments of a bar. */
export const barKinds = [editKind, checkKind, shellKind, agentKind, readKind, kinds.indexOf('other')] as const;

export function barAlpha(kind: number): number {
  return kind === readKind || kind === kinds.indexOf('other') ? 0.35 : 0.8;
}

/**
 * One bar per folded turn: its length is the number of steps, its colours are their kinds, and the red line below is
 * the share that failed.
 */
export function drawOutline(ctx: CanvasRenderingContext2D, scene: GutterScene): void {
  const { steps, rows, from, to, width, palette, selected, latest } = scene;
  const room = width - 26;
  for (let row = from; row < to; row++) {
    const first = rows.rows[row]!;
    if (first > latest) continue;
    const next = rows.rows[row + 1] ?? steps.count;
    const counts = new Uint32Array(kinds.length);
    let failed = 0;
    for (let step = first; step < next; step++) {
      counts[steps.kind[step]!]!++;
      failed += steps.failed[step]!;
    }
    const long = Math.max(3, room * Math.min(1, Math.sqrt((next - first) / 400)));
    const y = middleOf(scene, row);
    let x = 20;
    for (const kind of barKinds) {
      const part = (counts[kind]! / (next - first)) * long;
      ctx.globalAlpha = barAlpha(kind);
      ctx.fillStyle = palette.ofKind[kind]!;
      ctx.fillRect(x, y - 5, part, 7);
      x += part;
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = palette.rubric;
    ctx.fillRect(20, y + 4, (failed / (next - first)) * long, 2);
    drawMark(ctx, palette, steps.kind[first]!, false, 9, y);
    if (first === selected) drawRing(ctx, palette, 9, y);
  }
}
