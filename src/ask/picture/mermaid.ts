import { count } from './numbers.ts';
import { edgeDescription, forms, shapeLegend, headOf, trustOf, trusts, lineLegend } from './picture.ts';
import type { Form, Picture, PictureStep, Trust } from './picture.ts';
import { fit } from './text.ts';

/** A Mermaid flowchart, as Markdown pages, issues and pull requests draw it. */
export function toMermaid(picture: Picture): string {
  const lines = [...settings, 'flowchart TD'];
  lines.push(`  %% ${comment(picture.title)}`);
  picture.steps.forEach((step, at) =>
    lines.push(`  s${at}${shapes[step.form](quoted(labelOf(step)))}${classOf(step, at === picture.target)}`),
  );
  for (const edge of picture.edges)
    lines.push(`  s${edge.cause} ${arrows[trustOf(edge)]}|${quoted([edgeDescription(edge)])}| s${edge.effect}`);
  picture.edges.forEach((edge, at) => {
    if (trustOf(edge) !== 'recorded')
      lines.push(
        `  linkStyle ${at} stroke-width:${widthOf(edge.confidence)}px,stroke-dasharray:${dashes[trustOf(edge)]}`,
      );
  });
  lines.push(...legend(picture));
  lines.push(
    '  classDef failed stroke:#b3261a,stroke-width:3px',
    '  classDef target stroke:#2350c4,stroke-width:3px',
    '  classDef elsewhere stroke-dasharray:4 3',
    '  classDef note fill:none,stroke:none,text-align:left',
  );
  return `${lines.join('\n')}\n`;
}

// Mermaid 12 lets lines hop over each other, and draws a dashed one that does as a solid line: it would look recorded.
const settings = ['---', 'config:', '  elk:', '    lineHops: false', '---'];

const shapes: Readonly<Record<Form, (label: string) => string>> = {
  prompt: (label) => `([${label}])`,
  look: (label) => `(${label})`,
  edit: (label) => `[/${label}/]`,
  check: (label) => `{{${label}}}`,
  agent: (label) => `[[${label}]]`,
  run: (label) => `[${label}]`,
};

const arrows: Readonly<Record<Trust, string>> = { recorded: '-->', judged: '-.->', inferred: '-.->', guess: '-.->' };
const dashes: Readonly<Record<Trust, string>> = { recorded: '0', judged: '10 3 2 3', inferred: '6 4', guess: '1 4' };

function widthOf(confidence: number): number {
  return Math.round((1 + confidence * 1.5) * 10) / 10;
}

function labelOf(step: PictureStep): readonly string[] {
  const { number, failed, tool, text, isElsewhere, session } = step;
  const head = headOf(step);
  return [
    `${number} ${head}${tool !== null && tool !== head ? ` ${fit(tool, 24)}` : ''}${failed ? ' ✗ failed' : ''}`,
    ...(text === '' ? [] : [fit(text, 60)]),
    ...(isElsewhere ? [`in ${fit(session, 40)}`] : []),
  ];
}

function classOf({ failed, isElsewhere }: PictureStep, isTarget: boolean): string {
  const name = failed ? 'failed' : isTarget ? 'target' : isElsewhere ? 'elsewhere' : '';
  return name === '' ? '' : `:::${name}`;
}

/** A key to the shapes and lines, and what was left out, beside the picture. */
function legend({ steps, notes }: Picture): readonly string[] {
  const used = forms.filter((form) => steps.some((step) => step.form === form));
  return [
    '  subgraph legend',
    '    direction LR',
    ...used.map((form) => `    l_${form}${shapes[form](quoted([shapeLegend[form]]))}`),
    `    l_lines[${quoted(['cause to effect:', ...trusts.map((trust) => `${{ recorded: 'solid', judged: 'dashes and dots', inferred: 'dashed', guess: 'dotted' }[trust]}: ${lineLegend[trust]}`)])}]:::note`,
    `    l_notes[${quoted([`${count(steps.length, 'step')} drawn`, ...notes])}]:::note`,
    '  end',
  ];
}

/**
 * Quoted, with everything but letters, digits and harmless marks as a number: Mermaid reads quotes, brackets, Markdown
 * and HTML inside labels, and some words at the beginning of a line.
 */
function quoted(lines: readonly string[]): string {
  return `"${lines.map(escaped).join('<br/>')}"`;
}

function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} .,:/=✗…%]|\.(?=\s|$)/gu, (character) => `#${character.codePointAt(0)};`);
}

function comment(text: string): string {
  return text.replace(/[{}%]/g, ' ');
}
