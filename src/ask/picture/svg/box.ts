import { count } from '../numbers.ts';
import { edgeDescription, headOf, trustOf } from '../picture.ts';
import type { Form, PictureEdge, PictureStep } from '../picture.ts';
import { fit, wrap } from '../text.ts';
import { element, escaped, text } from './xml.ts';

/** A step as it is drawn: how large it is, and what it says. */
export interface Box {
  readonly step: PictureStep;
  readonly width: number;
  readonly height: number;
  readonly words: readonly string[];
  readonly because: string;
}

const width = 236;
const padding = 12;
/** Columns of a line of words, in a face whose letters are 6.6 wide. */
const columns = 32;
const becauseColumns = 39;

export function boxOf(step: PictureStep, causes: readonly PictureEdge[], steps: readonly PictureStep[]): Box {
  const words = wrap(step.text, columns, 2);
  const because = step.isElsewhere ? fit(`in ${step.session}`, becauseColumns) : becauseOf(step, causes, steps);
  return { step, words, because, width, height: 27 + words.length * 15 + (because === '' ? 0 : 15) + 4 };
}

/** The box drawn with its upper left corner at 0 0. */
export function drawBox({ step, words, because, width, height }: Box, isTarget: boolean): string {
  const { form, failed, isElsewhere, number, tool } = step;
  const head = headOf(step);
  const classes = [
    'step',
    form,
    ...(failed ? ['failed'] : []),
    ...(isElsewhere ? ['elsewhere'] : []),
    ...(isTarget ? ['target'] : []),
  ];
  const right = `${failed ? '✗ failed  ' : ''}${number}`;
  const name = fit(head, Math.min(20, 27 - right.length));
  const beside = tool !== null && tool !== head ? fit(tool, 31 - name.length - right.length) : '';
  return (
    [
      `<g class="${classes.join(' ')}">`,
      element('path', { class: 'outline', d: outlines[form](width, height) }),
      form === 'agent' ? element('path', { class: 'inner', d: `M7 0V${height}M${width - 7} 0V${height}` }) : '',
      form === 'edit' ? element('path', { class: 'inner', d: `M${width - 13} 0V13H${width}` }) : '',
      element('path', { class: 'mark', d: marks[form](padding + 6, 15) }),
      `<text class="head" x="${padding + 17}" y="19">${escaped(name)} <tspan class="tool" dx="2">${escaped(beside)}</tspan></text>`,
      text(right, { class: 'number', x: width - (form === 'edit' ? 20 : padding), y: 19 }),
      ...words.map((line, at) => text(line, { class: 'words', x: padding, y: 36 + at * 15 })),
      because === '' ? '' : text(because, { class: 'because', x: padding, y: 36 + words.length * 15 }),
      '</g>',
    ]
      // Spaces between lines, for who reads them one after the other.
      .join(' ')
  );
}

/** A small sign of a form, for the head of a box and the legend. */
export function markOf(form: Form, x: number, y: number): string {
  return element('path', { class: 'mark', d: marks[form](x, y) });
}

/**
 * The causes in words, so that no line need be followed to know them: `⇠ 3 asked 91% ⇠ 7 informed 82% +1`; as many as
 * there is room for.
 */
function becauseOf(
  { causesLeftOut }: PictureStep,
  causes: readonly PictureEdge[],
  steps: readonly PictureStep[],
): string {
  const texts = causes.map(
    (edge) => `${trustOf(edge) === 'recorded' ? '←' : '⇠'} ${steps[edge.cause]!.number} ${edgeDescription(edge)}`,
  );
  if (texts.length === 0) return causesLeftOut === 0 ? '' : `⇠ ${count(causesLeftOut, 'cause')} not drawn`;
  for (let shown = texts.length; ; shown -= 1) {
    const more = texts.length - shown + causesLeftOut;
    const words = [...texts.slice(0, shown), ...(more > 0 ? [`+${more}`] : [])].join('  ');
    if (shown === 1 || words.length <= becauseColumns) return fit(words, becauseColumns);
  }
}

const outlines: Readonly<Record<Form, (w: number, h: number) => string>> = {
  prompt: (w, h) => rounded(w, h, Math.min(22, h / 2)),
  look: (w, h) => rounded(w, h, 9),
  edit: (w, h) => `M0 0H${w - 13}L${w} 13V${h}H0Z`,
  check: (w, h) => `M9 0H${w - 9}L${w} 9V${h - 9}L${w - 9} ${h}H9L0 ${h - 9}V9Z`,
  agent: (w, h) => `M0 0H${w}V${h}H0Z`,
  run: (w, h) => `M0 0H${w}V${h}H0Z`,
};

function rounded(w: number, h: number, r: number): string {
  return `M${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
}

/** ■ prompt, ○ look, ● edit, ◆ check, ◎ sub-agent, • anything else. */
const marks: Readonly<Record<Form, (x: number, y: number) => string>> = {
  prompt: (x, y) => `M${x - 4.5} ${y - 4.5}h9v9h-9Z`,
  look: (x, y) => circle(x, y, 4.5) + circle(x, y, 2.8),
  edit: (x, y) => circle(x, y, 4.5),
  check: (x, y) => `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`,
  agent: (x, y) => circle(x, y, 5.5) + circle(x, y, 4) + circle(x, y, 2),
  run: (x, y) => circle(x, y, 2.8),
};

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}
