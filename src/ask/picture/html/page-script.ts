/**
 * What the page does in a browser. Plain JavaScript, because nothing compiles it on its way there. Text of the
 * transcript reaches the page through `textContent` and attributes only.
 */
export const pageScript = String.raw`
'use strict';
(() => {
  const { steps, edges, target, notes } = JSON.parse(document.getElementById('data').textContent);
  const at = (id) => document.getElementById(id);
  const canvas = at('canvas'), picture = at('picture'), inspector = at('inspector'), lit = at('lit'), least = at('least'), find = at('find');
  const boxes = [...picture.querySelectorAll('[data-step]')];
  const arrows = [...picture.querySelectorAll('.arrow')];
  const into = steps.map(() => []), outOf = steps.map(() => []);
  edges.forEach((edge, index) => { into[edge.effect].push(index); outOf[edge.cause].push(index); });
  const size = { width: picture.viewBox.baseVal.width, height: picture.viewBox.baseVal.height };
  let chosen = null, forwards = false, scale = 1, matches = [];

  const isShown = (edge) => edge.basis !== 'inferred' || edge.confidence >= Number(least.value) - 1e-9;

  // Elements, with text as text.
  function el(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  // The longest line of a bundle is drawn whole, of the others only what they do not share: two dashed lines on one
  // track look solid.
  function ways(indexes) {
    const longest = new Map();
    for (const index of indexes) {
      const best = longest.get(edges[index].bundle);
      if (best === undefined || edges[index].length > edges[best].length) longest.set(edges[index].bundle, index);
    }
    return (index) => (longest.get(edges[index].bundle) === index ? edges[index].whole : edges[index].tail);
  }

  function drawShown() {
    const shown = edges.map((_, index) => index).filter((index) => isShown(edges[index]));
    const way = ways(shown), visible = new Set(shown);
    arrows.forEach((arrow, index) => {
      arrow.style.display = visible.has(index) ? '' : 'none';
      if (visible.has(index)) arrow.querySelector('.edge').setAttribute('d', way(index));
    });
    at('least-shown').textContent = Math.round(Number(least.value) * 100) + '%';
  }

  // Everything that led to the chosen step, back to where it began; or all that came of it.
  function slice(from) {
    const found = new Set([from]), through = [];
    for (const step of found) {
      for (const index of forwards ? outOf[step] : into[step]) {
        if (!isShown(edges[index])) continue;
        through.push(index);
        found.add(forwards ? edges[index].effect : edges[index].cause);
      }
    }
    return { found, through };
  }

  function drawLit() {
    lit.replaceChildren();
    picture.classList.toggle('lighting', chosen !== null);
    const { found, through } = chosen === null ? { found: new Set(), through: [] } : slice(chosen);
    boxes.forEach((box, index) => {
      box.classList.toggle('lit', found.has(index));
      box.classList.toggle('chosen', index === chosen);
    });
    const way = ways(through);
    for (const index of through) {
      const { trust, types, confidence, end } = edges[index];
      const line = document.createElementNS(picture.namespaceURI, 'path'), tip = document.createElementNS(picture.namespaceURI, 'path');
      line.setAttribute('class', 'edge ' + trust + ' ' + types[0]);
      line.setAttribute('d', way(index));
      line.setAttribute('stroke-width', String(1.6 + confidence));
      tip.setAttribute('class', 'tip ' + types[0]);
      tip.setAttribute('d', 'M' + end.x + ' ' + end.y + 'l-4.5 -9h9Z');
      lit.append(line, tip);
    }
  }

  function choose(index, options) {
    const { focus = true, move = true } = options || {};
    chosen = index;
    boxes.forEach((box, other) => {
      box.setAttribute('aria-selected', String(other === index));
      box.setAttribute('tabindex', other === (index === null ? 0 : index) ? '0' : '-1');
    });
    drawLit();
    inspect();
    if (index === null) return;
    if (focus) boxes[index].focus({ preventScroll: true });
    if (move) bring(boxes[index]);
  }

  function bring(box) {
    const here = box.getBoundingClientRect(), around = canvas.getBoundingClientRect();
    if (here.top < around.top + 20 || here.bottom > around.bottom - 20) canvas.scrollTop += (here.top + here.bottom) / 2 - (around.top + around.bottom) / 2;
    if (here.left < around.left + 8 || here.right > around.right - 8) canvas.scrollLeft += (here.left + here.right) / 2 - (around.left + around.right) / 2;
  }

  const nameOf = (step) => step.number + ' ' + step.head + (step.tool && step.tool !== step.head ? ' ' + step.tool : '');

  function inspect() {
    inspector.replaceChildren();
    inspector.scrollTop = 0;
    if (chosen === null) return overview();
    const step = steps[chosen];
    inspector.append(el('h2', {}, nameOf(step), step.failed ? el('span', { class: 'bad' }, '  ✗ failed') : ''), el('p', {}, step.text));
    const facts = el('dl');
    const fact = (name, value) => { if (value) facts.append(el('dt', {}, name), el('dd', {}, value)); };
    fact('kind', step.kind);
    fact('at', step.at ? new Date(step.at).toLocaleString() : '');
    fact('took', step.took === null ? '' : step.took < 1000 ? step.took + ' ms' : (step.took / 1000).toFixed(1) + ' s');
    fact('id', el('code', {}, step.id));
    fact('in', step.isElsewhere ? step.session : '');
    inspector.append(facts);
    const causes = links('Because of', into[chosen], (edge) => edge.cause, step.causesLeftOut > 0 ? '' : 'No cause is known; the order of steps alone is none.');
    if (step.causesLeftOut > 0) causes.push(el('p', { class: 'quiet' }, step.causesLeftOut + ' not in this picture: stemma why ' + step.id));
    const effects = links('Led to', outOf[chosen], (edge) => edge.effect, 'Nothing that is drawn here.');
    inspector.append(...(forwards ? [...effects, ...causes] : [...causes, ...effects]));
    if (step.input) inspector.append(el('h2', {}, step.form === 'prompt' ? 'Said' : 'Input'), el('pre', { tabindex: '0' }, step.input));
    if (step.output !== null && step.output !== undefined) inspector.append(el('h2', {}, 'Output'), el('pre', { tabindex: '0' }, step.output === '' ? '(nothing)' : step.output));
  }

  function links(title, indexes, other, none) {
    const shown = indexes.filter((index) => isShown(edges[index])), weaker = indexes.length - shown.length;
    const list = el('ul');
    for (const index of shown) {
      const edge = edges[index], step = steps[other(edge)];
      const go = el('button', { type: 'button' }, el('b', {}, nameOf(step)), step.failed ? el('span', { class: 'bad' }, ' ✗ failed') : '', ' ' + step.text);
      go.addEventListener('click', () => choose(other(edge)));
      const meter = el('span', { class: 'meter', 'aria-hidden': 'true' }, el('i'));
      meter.firstChild.style.width = Math.round(edge.confidence * 100) + '%';
      list.append(el('li', {}, go, el('p', {}, meter, edge.words + (edge.trust === 'guess' ? ', a guess' : ', ' + edge.basis)), ...edge.evidence.map((each) => el('p', {}, each))));
    }
    const rest = weaker > 0 ? weaker + ' more below ' + Math.round(Number(least.value) * 100) + '%' : shown.length === 0 ? none : '';
    return [el('h2', {}, title), list, ...(rest ? [el('p', { class: 'quiet' }, rest)] : [])];
  }

  function overview() {
    const failures = steps.map((_, index) => index).filter((index) => steps[index].failed);
    inspector.append(el('h2', {}, 'Choose a step'), el('p', { class: 'quiet' }, 'Its causes light up, back to where it began.'), ...notes.map((note) => el('p', {}, note)));
    if (failures.length === 0) return;
    inspector.append(el('h2', {}, 'What failed'));
    const list = el('ul');
    for (const index of failures) {
      const go = el('button', { type: 'button' }, el('b', {}, nameOf(steps[index])), ' ' + steps[index].text);
      go.addEventListener('click', () => choose(index));
      list.append(el('li', {}, go));
    }
    inspector.append(list);
  }

  function zoom(to, around) {
    const next = Math.min(3, Math.max(0.1, to)), box = canvas.getBoundingClientRect();
    const x = around ? around.x - box.left : box.width / 2, y = around ? around.y - box.top : box.height / 2;
    const ratio = next / scale, left = (canvas.scrollLeft + x) * ratio - x, top = (canvas.scrollTop + y) * ratio - y;
    scale = next;
    picture.style.width = size.width * scale + 'px';
    picture.style.height = size.height * scale + 'px';
    canvas.scrollTo(left, top);
  }

  function fit() {
    // Small enough to see the whole width where the words stay readable.
    zoom(Math.max(0.6, Math.min(1, canvas.clientWidth / size.width)));
    canvas.scrollLeft = (canvas.scrollWidth - canvas.clientWidth) / 2;
  }

  function search() {
    const words = find.value.trim().toLowerCase();
    matches = words === '' ? [] : steps.map((_, index) => index).filter((index) => {
      const { text, tool, head, number, id, input, output } = steps[index];
      return [text, tool, head, '#' + number, id, input, output].some((each) => each && each.toLowerCase().includes(words));
    });
    const found = new Set(matches);
    boxes.forEach((box, index) => box.classList.toggle('found', found.has(index)));
    at('found').textContent = words === '' ? '' : matches.length + ' found';
  }

  function next(list, backwards) {
    const from = chosen === null ? -1 : chosen;
    const to = backwards ? list.findLast((index) => index < from) ?? list.at(-1) : list.find((index) => index > from) ?? list[0];
    if (to !== undefined) choose(to, { focus: document.activeElement !== find });
  }

  function lightUp(onwards) {
    forwards = onwards;
    at('why').setAttribute('aria-pressed', String(!onwards));
    at('impact').setAttribute('aria-pressed', String(onwards));
    drawLit();
    inspect();
  }

  const best = (indexes, other) => { const index = indexes.find((each) => isShown(edges[each])); if (index !== undefined) choose(other(edges[index])); };
  const failed = () => steps.map((_, index) => index).filter((index) => steps[index].failed);
  const all = () => steps.map((_, index) => index);
  const keys = {
    ArrowDown: () => next(all()), ArrowUp: () => next(all(), true),
    ArrowLeft: () => chosen !== null && best(into[chosen], (edge) => edge.cause), ArrowRight: () => chosen !== null && best(outOf[chosen], (edge) => edge.effect),
    Home: () => choose(0), End: () => choose(steps.length - 1), n: () => next(failed()), N: () => next(failed(), true),
    w: () => lightUp(false), i: () => lightUp(true), '+': () => zoom(scale * 1.25), '=': () => zoom(scale * 1.25), '-': () => zoom(scale / 1.25), 0: fit, '/': () => find.focus(), Escape: () => choose(null),
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inField = event.target === find || event.target === least;
    if (event.target === find && event.key === 'Enter') { next(matches, event.shiftKey); event.preventDefault(); return; }
    if (inField) { if (event.key === 'Escape') { find.value = ''; search(); event.target.blur(); } return; }
    if (event.target === canvas && event.key.startsWith('Arrow')) return;
    if (event.target.closest('#inspector') && (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End')) return;
    if (steps.length > 0 && Object.hasOwn(keys, event.key)) { keys[event.key](); event.preventDefault(); }
    else if (event.key === 'Enter' || event.key === ' ') {
      const box = event.target.closest('[data-step]');
      if (box) { choose(boxes.indexOf(box)); event.preventDefault(); }
    }
  });

  let grip = null;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    grip = { x: event.clientX, y: event.clientY, left: canvas.scrollLeft, top: canvas.scrollTop, moved: false };
  });
  addEventListener('pointermove', (event) => {
    if (!grip) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!grip.moved && Math.hypot(dx, dy) < 5) return;
    grip.moved = true;
    canvas.classList.add('moving');
    canvas.scrollTo(grip.left - dx, grip.top - dy);
  });
  addEventListener('pointerup', () => { canvas.classList.remove('moving'); setTimeout(() => { grip = null; }); });
  canvas.addEventListener('click', (event) => {
    if (grip && grip.moved) return;
    const box = event.target.closest('[data-step]');
    if (box) choose(boxes.indexOf(box), { move: false });
    else if (event.target.closest('#picture')) choose(null);
  });
  canvas.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
  }, { passive: false });

  find.addEventListener('input', search);
  least.addEventListener('input', () => { drawShown(); drawLit(); inspect(); });
  at('why').addEventListener('click', () => lightUp(false));
  at('impact').addEventListener('click', () => lightUp(true));
  at('smaller').addEventListener('click', () => zoom(scale / 1.25));
  at('larger').addEventListener('click', () => zoom(scale * 1.25));
  at('fit').addEventListener('click', fit);

  picture.setAttribute('role', 'listbox');
  picture.querySelector('.edges').setAttribute('aria-hidden', 'true');
  boxes.forEach((box) => {
    box.setAttribute('role', 'option');
    // The inspector says more than a tooltip, which would be its name otherwise.
    box.querySelector('title').remove();
    box.setAttribute('aria-label', [...box.querySelectorAll('text')].map((line) => line.textContent).join(' '));
  });
  document.querySelector('.tools').hidden = false;
  drawShown();
  fit();
  choose(target, { focus: false });
})();
`;
