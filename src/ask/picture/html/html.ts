import { createHash } from 'node:crypto';
import { count } from '../numbers.ts';
import { edgeDescription, shapeLegend, headOf, trustOf } from '../picture.ts';
import type { Picture } from '../picture.ts';
import { legend } from '../svg/legend.ts';
import { pictureStyle } from '../svg/style.ts';
import { drawGraph } from '../svg/svg.ts';
import { escaped } from '../svg/xml.ts';
import type { Contents } from './contents.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

/**
 * The picture as a page to explore: one file that asks nothing of anybody. It runs one script and one style sheet,
 * ours, which the page itself names by their hashes; whatever a transcript says is data, and set as text.
 */
export function toHtml(picture: Picture, contents: readonly Contents[], minConfidence: number): string {
  const graph = drawGraph(picture);
  const key = legend(picture.steps, picture.edges, 620);
  const style = pictureStyle + pageStyle;
  const [width, height] = [Math.ceil(graph.width) + 2 * margin, Math.ceil(graph.height) + 2 * margin];
  const facts = `${count(picture.steps.length, 'step')}, ${count(picture.edges.length, 'cause')}; time runs downwards.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${hashOf(pageScript)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(picture.title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escaped(picture.title)}</h1>
<p>${escaped([picture.session, facts, ...picture.notes].join(' · '))}</p>
<div class="tools" role="group" aria-label="Tools" hidden>
<label>Find <input id="find" type="search" autocomplete="off" spellcheck="false"></label><output id="found" for="find"></output>
<label>Confidence from <input id="least" type="range" min="${minConfidence}" max="0.95" step="0.05" value="${minConfidence}"> <output id="least-shown" for="least"></output></label>
<span role="group" aria-label="What lights up"><button id="why" type="button" aria-pressed="true">What led here</button><button id="impact" type="button" aria-pressed="false">What it led to</button></span>
<span role="group" aria-label="Zoom"><button id="smaller" type="button" aria-label="Smaller">−</button><button id="fit" type="button">Fit</button><button id="larger" type="button" aria-label="Larger">+</button></span>
<details><summary>Keys</summary><p>↓ ↑ next, previous step · ← best cause · → first effect · n N next, previous failure · Home End · w what led here · i what it led to · + − 0 zoom · / find · Esc nothing chosen</p></details>
</div>
</header>
<main>
<section id="canvas" aria-label="Picture" tabindex="-1">
<svg class="key" width="${key.width}" height="${key.height + 8}" viewBox="0 -4 ${key.width} ${key.height + 8}" role="img" aria-label="Legend">${key.body}</svg>
<svg id="picture" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}" aria-label="Steps">
${graph.body}<g id="lit" aria-hidden="true"></g>
</svg>
</section>
<aside id="inspector" aria-label="The chosen step" aria-live="polite" tabindex="-1"></aside>
</main>
<noscript><p>Without scripts this is a picture only; with them steps can be chosen and read.</p></noscript>
<script type="application/json" id="data">${dataOf(picture, contents, graph.routes)}</script>
<script>${pageScript}</script>
</body>
</html>
`;
}

const margin = 28;

/** What the script shows. Nothing in it can end the element it stands in, or begin another. */
function dataOf(
  { steps, edges, target, notes }: Picture,
  contents: readonly Contents[],
  routes: ReturnType<typeof drawGraph>['routes'],
): string {
  const data = {
    target,
    notes,
    steps: steps.map((step, at) => ({ ...step, head: headOf(step), kind: shapeLegend[step.form], ...contents[at] })),
    edges: edges.map((edge, at) => {
      const { whole, tail, bundle, length, end } = routes[at]!;
      return { ...edge, words: edgeDescription(edge), trust: trustOf(edge), whole, tail, bundle, length, end };
    }),
  };
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
