import { agentKind, checkKind, editKind, kinds, readKind, shellKind } from '../data/kinds.ts';
import { middleOf, type GutterScene } from './gutter-scene.ts';
import { drawMark, drawRing } from './marks.ts';

/** In the order in which they stand in a bar. */
export const barKinds = [editKind, checkKind, shellKind, agentKind, readKind, kinds.indexOf('other')] as const;

export function barAlpha(kind: number): number {
  return kind === readKind || kind === kinds.indexOf('other') ? 0.35 : 0.8;
}

/**
 * All turns are closed: a bar for each, as long as it had steps, coloured by what they did; below it in red the share
 * that failed.
 */
export function drawOutline(pen: CanvasRenderingContext2D, scene: GutterScene): void {
  const { steps, rows, from, to, width, palette, chosen, latest } = scene;
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
      pen.globalAlpha = barAlpha(kind);
      pen.fillStyle = palette.ofKind[kind]!;
      pen.fillRect(x, y - 5, part, 7);
      x += part;
    }
    pen.globalAlpha = 1;
    pen.fillStyle = palette.rubric;
    pen.fillRect(20, y + 4, (failed / (next - first)) * long, 2);
    drawMark(pen, palette, steps.kind[first]!, false, 9, y);
    if (first === chosen) drawRing(pen, palette, 9, y);
  }
}
