import { forms, shapeLegend, trustOf, trusts, lineLegend } from '../picture.ts';
import type { PictureEdge, PictureStep } from '../picture.ts';
import { markOf } from './box.ts';
import type { Part } from './svg.ts';
import { element, text } from './xml.ts';

const lineHeight = 20;
const letter = 6.1;

interface Entry {
  readonly words: string;
  readonly sign: string;
  readonly signWidth?: number;
}

/** What shapes, lines and colours mean, of those that the picture has; in as many lines as the width asks for. */
export function legend(steps: readonly PictureStep[], edges: readonly PictureEdge[], width: number): Part {
  const entries: readonly Entry[] = [
    ...forms
      .filter((form) => steps.some((step) => step.form === form))
      .map((form) => ({ words: shapeLegend[form], sign: `<g class="${form}">${markOf(form, 7, 0)}</g>` })),
    ...(steps.some(({ failed }) => failed)
      ? [{ words: 'failed', sign: `<g class="failed">${text('✗', { class: 'number', x: 11, y: 4 })}</g>` }]
      : []),
    ...trusts
      .filter((trust) => edges.some((edge) => trustOf(edge) === trust))
      .map((trust) => ({
        words: lineLegend[trust],
        sign: element('path', { class: `edge ${trust}`, d: 'M0 0H24', 'stroke-width': 1.8 }),
        signWidth: 30,
      })),
    ...[...new Set(edges.map(({ types }) => types[0] ?? ''))]
      .sort()
      .map((type) => ({ words: type, sign: element('path', { class: `tip ${type}`, d: 'M3 -4h8l-4 8Z' }) })),
    ...(edges.some(({ confidence }) => confidence < 1)
      ? [{ words: 'thicker: higher confidence', sign: '', signWidth: 0 }]
      : []),
    ...(edges.length > 0 ? [{ words: '+1: one more cause', sign: '', signWidth: 0 }] : []),
  ];
  let x = 0;
  let y = 0;
  let body = '';
  for (const { words, sign, signWidth = 18 } of entries) {
    const wide = signWidth + words.length * letter + 18;
    if (x > 0 && x + wide > width) [x, y] = [0, y + lineHeight];
    body += `<g transform="translate(${x.toFixed(1)} ${y + 8})">${sign}${text(words, { x: signWidth, y: 4 })}</g>`;
    x += wide;
  }
  return { width, height: entries.length === 0 ? 0 : y + lineHeight, body };
}
