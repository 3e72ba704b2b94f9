import { isPrompt } from '../data/kinds.ts';
import type { Steps } from '../data/weave.ts';
import {
  allTurns,
  changed,
  leastConfidence,
  mostConfidence,
  type Show,
  type ViewName,
  type ViewState,
} from './view-state.ts';

// Each of these is something a reader does: from one state of the view to the next.

/** Chooses a step and opens whatever it is folded into. */
export function choose(view: ViewState, step: number): ViewState {
  if (step < 0 || step >= view.steps.count) return view;
  const outside = view.show !== 'all' && !view.slice?.depth.has(step);
  const next = changed(view, { chosen: step, times: view.times + 1, root: outside ? step : view.root });
  return revealed(next, step);
}

function revealed(view: ViewState, step: number): ViewState {
  const { rows, rowOf, extras } = view.rows;
  const entry = rows[rowOf[step]!]!;
  if (entry === step) return view;
  if (entry >= 0) return view.foldRest && view.slice ? view : openTurn(view, view.steps.turn[step]!);
  const extra = extras[-entry - 1]!;
  return extra.is === 'reads' ? changed(view, { openReads: new Set([...view.openReads, extra.from]) }) : view;
}

/** Up or down by rows, over what is folded. */
export function move(view: ViewState, by: number): ViewState {
  const { rows, rowOf } = view.rows;
  const way = Math.sign(by);
  let row =
    view.chosen < 0
      ? way > 0
        ? 0
        : rows.length - 1
      : Math.max(0, Math.min(rows.length - 1, rowOf[view.chosen]! + by));
  while (row >= 0 && row < rows.length && rows[row]! < 0) row += way;
  return row >= 0 && row < rows.length ? choose(view, rows[row]!) : view;
}

export function toEnd(view: ViewState, end: 'first' | 'last'): ViewState {
  const { rows } = view.rows;
  const row = end === 'first' ? rows.findIndex((entry) => entry >= 0) : rows.findLastIndex((entry) => entry >= 0);
  return row < 0 ? view : choose(view, rows[row]!);
}

export function nextFailure(view: ViewState, way: 1 | -1): ViewState {
  const { steps, chosen } = view;
  return choose(
    view,
    nextWhere(steps, chosen, way, (step) => steps.failed[step] === 1),
  );
}

export function nextPrompt(view: ViewState, way: 1 | -1): ViewState {
  const { steps, chosen } = view;
  return choose(
    view,
    nextWhere(steps, chosen, way, (step) => isPrompt(steps.kind[step]!)),
  );
}

function nextWhere({ count }: Steps, from: number, way: 1 | -1, isIt: (step: number) => boolean): number {
  for (let step = from < 0 && way < 0 ? count - 1 : from + way; step >= 0 && step < count; step += way)
    if (isIt(step)) return step;
  return -1;
}

export function toBestCause(view: ViewState): ViewState {
  const { steps, chosen, least } = view;
  if (chosen < 0) return view;
  const edge = steps.firstCause[chosen]!;
  // The best comes first.
  return edge < steps.firstCause[chosen + 1]! && steps.confidence[edge]! >= least
    ? choose(view, steps.cause[edge]!)
    : view;
}

export function toFirstEffect(view: ViewState): ViewState {
  const { steps, chosen, least } = view;
  if (chosen < 0) return view;
  for (let at = steps.firstEffect[chosen]!; at < steps.firstEffect[chosen + 1]!; at++) {
    if (steps.confidence[steps.effectEdge[at]!]! >= least) return choose(view, steps.effect[at]!);
  }
  return view;
}

/** What led to the chosen step, or came of it; asked for again, what did not is folded. */
export function showSlice(view: ViewState, show: Exclude<Show, 'all'>): ViewState {
  const chosen = view.chosen < 0 ? firstShown(view) : view.chosen;
  if (view.show === show && view.root === chosen) return toggleRest(view);
  return changed(view, { show, root: chosen, chosen });
}

/** Chosen from the control, where asking again means nothing. */
export function setShow(view: ViewState, show: Show): ViewState {
  if (show === 'all') return showAll(view);
  return view.show === show && view.root === view.chosen ? view : showSlice(view, show);
}

export function showAll(view: ViewState): ViewState {
  return changed(view, { show: 'all', root: -1, foldRest: false });
}

export function setLeast(view: ViewState, least: number): ViewState {
  return changed(view, { least: Math.max(leastConfidence, Math.min(mostConfidence, least)) });
}

export function toggleRest(view: ViewState): ViewState {
  if (view.show === 'all') return changed(showSlice(view, 'why'), { foldRest: true });
  return changed(view, { foldRest: !view.foldRest });
}

export function toggleReads(view: ViewState): ViewState {
  return changed(view, { foldReads: !view.foldReads, openReads: new Set() });
}

/** All turns closed, or all open. */
export function toggleTurns(view: ViewState): ViewState {
  const closed = closedTurns(view).size > 0 ? new Set<number>() : allTurns(view.steps);
  return withClosed(view, closed);
}

export function toggleTurn(view: ViewState, turn: number): ViewState {
  return closedTurns(view).has(turn) ? openTurn(view, turn) : withClosed(view, new Set([...closedTurns(view), turn]));
}

function openTurn(view: ViewState, turn: number): ViewState {
  return withClosed(view, new Set([...closedTurns(view)].filter((each) => each !== turn)));
}

/** A closed turn is its first step; what was chosen in it is then not to be seen. */
function withClosed(view: ViewState, closed: ReadonlySet<number>): ViewState {
  const { chosen, steps } = view;
  const turn = steps.turn[chosen];
  return changed(view, {
    ...(view.view === 'tree' ? { closedInTree: closed } : { closed }),
    ...(turn !== undefined && closed.has(turn) && { chosen: steps.turnStart[turn]! }),
  });
}

export function closedTurns(view: ViewState): ReadonlySet<number> {
  return view.view === 'tree' ? view.closedInTree : view.closed;
}

/** Another view of the same steps; the chosen one is to be seen in it. */
export function setView(view: ViewState, name: ViewName): ViewState {
  if (view.view === name) return view;
  const next = changed(view, { view: name });
  return next.chosen < 0 ? next : revealed(next, next.chosen);
}

export function setInspector(view: ViewState, inspector: boolean): ViewState {
  return changed(view, { inspector });
}

/** From the chosen step on, or from the first when that is the last. */
export function togglePlay(view: ViewState): ViewState {
  if (view.replay === 'playing') return changed(view, { replay: 'paused' });
  const start = view.chosen < 0 || view.chosen >= view.steps.count - 1 ? 0 : view.chosen;
  return changed(choose(view, start), { replay: 'playing' });
}

export function playOn(view: ViewState): ViewState {
  if (view.replay !== 'playing') return view;
  if (view.chosen >= view.steps.count - 1) return changed(view, { replay: 'off' });
  return choose(view, view.chosen + 1);
}

export function endReplay(view: ViewState): ViewState {
  return view.replay === 'off' ? view : changed(view, { replay: 'off' });
}

/** One thing after the other that was asked for is taken back. */
export function back(view: ViewState): ViewState {
  if (view.replay !== 'off') return endReplay(view);
  return view.show === 'all' ? view : showAll(view);
}

function firstShown({ rows, steps }: ViewState): number {
  return rows.rows.find((entry) => entry >= 0) ?? Math.min(0, steps.count - 1);
}
