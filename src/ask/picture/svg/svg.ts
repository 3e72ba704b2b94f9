import { count } from '../numbers.ts';
import { edgeDescription, headOf, trustOf } from '../picture.ts';
import type { Picture, PictureEdge, PictureStep } from '../picture.ts';
import { fit, wrap } from '../text.ts';
import { boxOf, drawBox } from './box.ts';
import { layout } from './layout/layout.ts';
import type { Route } from './layout/route.ts';
import { legend } from './legend.ts';
import { pictureStyle } from './style.ts';
import { element, escaped, text } from './xml.ts';

const margin = 28;
const leastWidth = 640;

/**
 * A picture of its own: it needs no font, no script and no other file, and follows the reader's choice of light or
 * dark.
 */
export function toSvg(picture: Picture): string {
  const drawn = drawGraph(picture);
  const width = Math.max(leastWidth, Math.ceil(drawn.width + 2 * margin));
  const head = caption(picture, width - 2 * margin);
  const key = legend(picture.steps, picture.edges, width - 2 * margin);
  const top = margin + head.height + key.height + 26;
  const height = Math.ceil(top + drawn.height + margin);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(picture.title)}</title><desc id="desc">${escaped([`${count(picture.steps.length, 'step')} and ${count(picture.edges.length, 'cause')} of ${picture.session}, earliest at the top.`, ...picture.notes].join(' '))}</desc>`,
    `<style>${pictureStyle}</style>`,
    element('rect', { class: 'paper', width, height }),
    `<g transform="translate(${margin} ${margin})">${head.body}</g>`,
    `<g transform="translate(${margin} ${margin + head.height})">${key.body}</g>`,
    `<g transform="translate(${Math.round((width - drawn.width) / 2)} ${top})">${drawn.body}</g>`,
    '</svg>\n',
  ].join('\n');
}

export interface Part {
  readonly width: number;
  readonly height: number;
  readonly body: string;
}

export interface Graph extends Part {
  /** One for each edge. */
  readonly routes: readonly Route[];
}

/** The boxes and arrows alone, from 0 0. */
export function drawGraph({ steps, edges, target }: Picture): Graph {
  const into = Map.groupBy(edges, ({ effect }) => effect);
  const boxes = steps.map((step, at) => boxOf(step, into.get(at) ?? [], steps));
  const plan = layout({
    boxes: boxes.map(({ width, height, step }) => ({ width, height, startsRow: step.form === 'prompt' })),
    arrows: edges.map((edge) => ({
      from: edge.cause,
      to: edge.effect,
      style: `${trustOf(edge)} ${edge.types[0] ?? ''}`,
      strength: edge.confidence,
    })),
  });
  const leaders = new Set(
    Map.groupBy(plan.routes, ({ bundle }) => bundle)
      .values()
      .map((routes) => routes.reduce((a, b) => (b.length > a.length ? b : a))),
  );
  const lines = edges
    .map((edge, at) => drawEdge(edge, plan.routes[at]!, leaders.has(plan.routes[at]!), steps))
    .join('\n');
  const placed = boxes.map((box, at) => {
    const { x, y } = plan.boxes[at]!;
    return `<g transform="translate(${Math.round(x * 10) / 10} ${y})" data-step="${at}"><title>${escaped(tooltip(box.step))}</title>${drawBox(box, at === target)}</g>`;
  });
  return {
    width: plan.width,
    height: plan.height,
    routes: plan.routes,
    body: `<g class="edges">${lines}</g>\n<g class="steps">${placed.join('\n')}</g>`,
  };
}

function drawEdge(
  edge: PictureEdge,
  { whole, tail, end, isStub }: Route,
  isLeader: boolean,
  steps: readonly PictureStep[],
): string {
  const classes = `${trustOf(edge)} ${edge.types[0] ?? ''}`;
  const cause = steps[edge.cause]!.number;
  return [
    `<g class="arrow"><title>${escaped(`${steps[edge.effect]!.number} because of ${cause}: ${[edgeDescription(edge), ...edge.evidence.map((each) => fit(each, 200))].join('\n')}`)}</title>`,
    element('path', {
      class: `edge ${classes}`,
      d: isLeader ? whole : tail,
      'stroke-width': 1 + edge.confidence,
      opacity: 0.5 + edge.confidence / 2,
    }),
    element('path', { class: `tip ${classes}`, d: `M${end.x.toFixed(1)} ${end.y}l-3.6 -7.5h7.2Z` }),
    isStub ? text(cause, { class: 'from', x: end.x, y: end.y - 20 }) : '',
    '</g>',
  ].join('');
}

function tooltip(step: PictureStep): string {
  const { number, tool, text: words, id, at, failed, session, isElsewhere } = step;
  return [
    `${number} ${headOf(step)}${tool === null ? '' : ` · ${tool}`}${failed ? ' · failed' : ''}`,
    fit(words, 300),
    id,
    at ?? '',
    isElsewhere ? session : '',
  ]
    .filter(Boolean)
    .join('\n');
}

function caption({ title, session, steps, edges, notes }: Picture, width: number): Part {
  const columns = Math.floor(width / 6.2);
  const facts = `${session} · ${count(steps.length, 'step')}, ${count(edges.length, 'cause')} · time runs downwards`;
  const rest = [fit(facts, columns), ...notes.flatMap((note) => wrap(note, columns, 2))];
  return {
    width,
    height: 20 + rest.length * 16 + 8,
    body:
      text(fit(title, Math.floor(width / 9)), { class: 'title', x: 0, y: 14 }) +
      rest.map((line, at) => text(line, { x: 0, y: 36 + at * 16 })).join(''),
  };
}
