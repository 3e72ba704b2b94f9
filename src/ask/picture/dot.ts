import { count } from './numbers.ts';
import { edgeDescription, forms, shapeLegend, headOf, trustOf, trusts, lineLegend } from './picture.ts';
import type { Form, Picture, PictureStep, Trust } from './picture.ts';
import { fit, wrap } from './text.ts';

/** A directed graph in Graphviz's language. */
export function toDot(picture: Picture): string {
  const { title, steps, edges, target } = picture;
  return [
    'digraph stemma {',
    `  graph [rankdir=TB, label=${quoted(captionOf(picture))}, labelloc=t, labeljust=l, fontname="Helvetica", fontsize=12, nodesep=0.3, ranksep=0.5, tooltip=${quoted([title])}];`,
    '  node [fontname="Helvetica", fontsize=10, margin="0.12,0.06", style=filled, fillcolor="#ffffff", color="#6b665d", tooltip=" "];',
    '  edge [fontname="Helvetica", fontsize=9, color="#4f4b44", fontcolor="#4f4b44", arrowsize=0.7];',
    ...steps.map((step, at) => `  s${at} [${attributesOf(step, at === target)}];`),
    ...edges.map((edge) => {
      const evidence = edge.evidence.length > 0 ? edge.evidence.map((each) => fit(each, 200)) : [edgeDescription(edge)];
      return `  s${edge.cause} -> s${edge.effect} [label=${quoted([edgeDescription(edge)])}, style=${lines[trustOf(edge)]}, penwidth=${(0.6 + edge.confidence * 1.4).toFixed(2)}, tooltip=${quoted(evidence)}];`;
    }),
    ...legend(steps),
    '}',
    '',
  ].join('\n');
}

const lines: Readonly<Record<Trust, string>> = {
  recorded: 'solid',
  judged: '"dashed,bold"',
  inferred: 'dashed',
  guess: 'dotted',
};

/** Shape, and further styles of the border. */
const shapes: Readonly<Record<Form, string>> = {
  prompt: 'shape=box, style="filled,rounded", peripheries=2',
  look: 'shape=ellipse, margin="0.02,0.02"',
  edit: 'shape=note',
  check: 'shape=hexagon, margin="0.02,0.02"',
  agent: 'shape=component',
  run: 'shape=box',
};

function attributesOf(step: PictureStep, isTarget: boolean): string {
  const { id, form, failed, text, tool, number, session, isElsewhere } = step;
  const head = headOf(step);
  const label = [
    `${number} ${head}${tool !== null && tool !== head ? ` ${fit(tool, 24)}` : ''}${failed ? ' ✗ failed' : ''}`,
    ...wrap(text, 32, 2),
    ...(isElsewhere ? [`in ${fit(session, 40)}`] : []),
  ];
  const border = failed ? ', color="#b3261a", penwidth=2.5' : isTarget ? ', color="#2350c4", penwidth=2.5' : '';
  return `id=${quoted([id])}, ${shapes[form]}, label=${quoted(label)}, tooltip=${quoted([`${id} ${fit(text, 200)}`])}${border}`;
}

function captionOf({ title, session, steps, edges, notes }: Picture): readonly string[] {
  return [
    fit(title, 100),
    `${fit(session, 80)}: ${count(steps.length, 'step')}, ${count(edges.length, 'cause')}`,
    ...notes,
    '',
  ];
}

/** A key to the shapes and lines, as part of the picture. */
function legend(steps: readonly PictureStep[]): readonly string[] {
  const used = forms.filter((form) => steps.some((step) => step.form === form));
  return [
    '  subgraph cluster_legend {',
    '    label="Legend"; labeljust=l; color="#bdb7ab"; fontsize=10;',
    ...used.map((form) => `    l_${form} [${shapes[form]}, label=${quoted([shapeLegend[form]])}];`),
    ...trusts.map(
      (trust) =>
        `    l_from_${trust} [shape=point, width=0.05, label=""]; l_to_${trust} [shape=plaintext, style="", label=${quoted([lineLegend[trust]])}]; l_from_${trust} -> l_to_${trust} [style=${lines[trust]}];`,
    ),
    '  }',
  ];
}

/** A double-quoted string: only quotes and backslashes mean anything in one; each line ends in `\l`, to the left. */
function quoted(text: readonly string[]): string {
  const left = text.length > 1 ? '\\l' : '';
  return `"${text.map((line) => `${line.replace(/["\\]/g, (character) => `\\${character}`).replaceAll('&', '&amp;')}${left}`).join('')}"`;
}
