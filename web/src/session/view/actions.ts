import type { CauseTree } from '../data/cause-tree.ts';
import { isPrompt, promptKind } from '../data/kinds.ts';
import { rankedCauses } from '../data/ranked-causes.ts';
import type { Steps } from '../data/steps.ts';
import type { Find } from './find.ts';
import {
  allTurns,
  withOptions,
  lowestMinConfidence,
  highestMinConfidence,
  type Show,
  type ViewName,
  type ViewState,
} from './view-state.ts';

// Each action takes a state of the view and returns the next.

/** Selects a step and unfolds what hides it. */
export function select(view: ViewState, step: number): ViewState {
  if (step < 0 || step >= view.steps.count) return view;
  const outside = view.show !== 'all' && !view.slice?.depth.has(step);
  const next = withOptions(view, { selected: step, times: view.times + 1, root: outside ? step : view.root });
  return revealed(next, step);
}

function revealed(view: ViewState, step: number): ViewState {
  const { rows, rowOf, extras } = view.rows;
  const entry = rows[rowOf[step]!]!;
  if (entry === step) return view;
  if (view.causeTree) return openAbove(view, view.causeTree, step);
  if (entry >= 0) return isFiltered(view) ? view : openTurn(view, view.steps.turn[step]!);
  const extra = extras[-entry - 1]!;
  return extra.is === 'reads' || extra.is === 'notes'
    ? withOptions(view, { openReads: new Set([...view.openReads, extra.from]) })
    : view;
}

/** Steps are left out, not folded. */
function isFiltered({ foldRest, slice, onlyMatches, matches }: ViewState): boolean {
  return foldRest ? slice !== null : onlyMatches && matches !== null;
}

/** Moves the selection by rows; skips rows that are not steps. */
export function move(view: ViewState, by: number): ViewState {
  const { rows, rowOf } = view.rows;
  const direction = Math.sign(by);
  let row =
    view.selected < 0
      ? direction > 0
        ? 0
        : rows.length - 1
      : Math.max(0, Math.min(rows.length - 1, rowOf[view.selected]! + by));
  while (row >= 0 && row < rows.length && rows[row]! < 0) row += direction;
  return row >= 0 && row < rows.length ? select(view, rows[row]!) : view;
}

export function toEnd(view: ViewState, end: 'first' | 'last'): ViewState {
  const { rows } = view.rows;
  const row = end === 'first' ? rows.findIndex((entry) => entry >= 0) : rows.findLastIndex((entry) => entry >= 0);
  return row < 0 ? view : select(view, rows[row]!);
}

export function nextFailure(view: ViewState, direction: 1 | -1): ViewState {
  const { steps, selected } = view;
  return select(
    view,
    nextWhere(steps, selected, direction, (step) => steps.failed[step] === 1),
  );
}

/** Selects the next match; after the last one, the first. */
export function nextMatch(view: ViewState, direction: 1 | -1): ViewState {
  const matches = [...(view.matches?.keys() ?? [])];
  const next =
    direction > 0
      ? (matches.find((step) => step > view.selected) ?? matches[0])
      : (matches.findLast((step) => view.selected < 0 || step < view.selected) ?? matches.at(-1));
  return next === undefined ? view : select(view, next);
}

/** Opens the find bar, changes what is looked for, or closes it with null. */
export function setFind(view: ViewState, find: Find | null): ViewState {
  return withOptions(view, find ? { find } : { find, matches: null, onlyMatches: false });
}

export function setMatches(view: ViewState, matches: ViewState['matches']): ViewState {
  return view.matches === matches ? view : withOptions(view, { matches });
}

/** Follows the end of the session; selects its last step. */
export function toggleFollow(view: ViewState): ViewState {
  return view.follow ? withOptions(view, { follow: false }) : withOptions(toEnd(view, 'last'), { follow: true });
}

export function toggleOnlyMatches(view: ViewState): ViewState {
  return withOptions(view, { onlyMatches: !view.onlyMatches });
}

export function nextPrompt(view: ViewState, direction: 1 | -1): ViewState {
  const { steps, selected, foldNotes } = view;
  const isIt = (step: number): boolean => (foldNotes ? steps.kind[step] === promptKind : isPrompt(steps.kind[step]!));
  return select(view, nextWhere(steps, selected, direction, isIt));
}

function nextWhere({ count }: Steps, from: number, direction: 1 | -1, isIt: (step: number) => boolean): number {
  for (
    let step = from < 0 && direction < 0 ? count - 1 : from + direction;
    step >= 0 && step < count;
    step += direction
  )
    if (isIt(step)) return step;
  return -1;
}

export function toBestCause(view: ViewState): ViewState {
  const { steps, selected, minConfidence } = view;
  if (selected < 0) return view;
  const best = rankedCauses(steps, selected).find(
    ({ edge, isCulprit }) => isCulprit || steps.confidence[edge]! >= minConfidence,
  );
  return best ? select(view, best.step) : view;
}

export function toFirstEffect(view: ViewState): ViewState {
  const { steps, selected, minConfidence } = view;
  if (selected < 0) return view;
  for (let at = steps.firstEffect[selected]!; at < steps.firstEffect[selected + 1]!; at++) {
    if (steps.confidence[steps.effectEdge[at]!]! >= minConfidence) return select(view, steps.effect[at]!);
  }
  return view;
}

/** Shows the causes or effects of the selected step; a second call folds the unrelated steps. */
export function showSlice(view: ViewState, show: Exclude<Show, 'all'>): ViewState {
  const selected = view.selected < 0 ? firstShown(view) : view.selected;
  if (view.show === show && view.root === selected) return toggleRest(view);
  return withOptions(view, { show, root: selected, selected });
}

/** The same from the toolbar, where a second click changes nothing. */
export function setShow(view: ViewState, show: Show): ViewState {
  if (show === 'all') return showAll(view);
  return view.show === show && view.root === view.selected ? view : showSlice(view, show);
}

export function showAll(view: ViewState): ViewState {
  return withOptions(view, { show: 'all', root: -1, foldRest: false });
}

export function setMinConfidence(view: ViewState, minConfidence: number): ViewState {
  return withOptions(view, {
    minConfidence: Math.max(lowestMinConfidence, Math.min(highestMinConfidence, minConfidence)),
  });
}

export function toggleRest(view: ViewState): ViewState {
  if (view.show === 'all') return withOptions(showSlice(view, 'why'), { foldRest: true });
  return withOptions(view, { foldRest: !view.foldRest });
}

export function toggleNotes(view: ViewState): ViewState {
  return withOptions(view, { foldNotes: !view.foldNotes, openReads: new Set() });
}

/** Shows what the agent said between its calls. */
export function toggleReplies(view: ViewState): ViewState {
  return withOptions(view, { showReplies: !view.showReplies });
}

export function setReplies(view: ViewState, replies: ViewState['replies']): ViewState {
  return replies.length === 0 && view.replies.length === 0 ? view : withOptions(view, { replies });
}

export function toggleDigest(view: ViewState): ViewState {
  return withOptions(view, { digest: !view.digest });
}

export function toggleReads(view: ViewState): ViewState {
  return withOptions(view, { foldReads: !view.foldReads, openReads: new Set() });
}

function openAbove(view: ViewState, { under }: CauseTree, step: number): ViewState {
  const closedCauses = new Set(view.closedCauses);
  for (let above = under[step]!; above >= 0; above = under[above]!) closedCauses.delete(above);
  return withOptions(view, { closedCauses });
}

/** Folds or unfolds what is below a step of the tree: its turn, or its effects. */
export function toggleBelow(view: ViewState, step: number): ViewState {
  const { causeTree, closedCauses } = view;
  if (!causeTree) return toggleTurn(view, view.steps.turn[step]!);
  if (causeTree.below[step] === 0 && !causeTree.bands.has(step)) return view;
  const closed = new Set(closedCauses);
  if (!closed.delete(step)) closed.add(step);
  return withOptions(view, { closedCauses: closed });
}

/** Whether something is below the step, and shown; null where nothing is. */
export function isOpen({ causeTree, closedCauses, ...view }: ViewState, step: number): boolean | null {
  if (causeTree) return causeTree.below[step]! > 0 || causeTree.bands.has(step) ? !closedCauses.has(step) : null;
  const turn = view.steps.turn[step]!;
  return view.steps.turnStart[turn] === step ? !closedIn(view).has(turn) : null;
}

/** Folds all turns, or unfolds all; in the tree by cause, all effects. */
export function toggleTurns(view: ViewState): ViewState {
  const { causeTree, closedCauses } = view;
  if (causeTree) {
    const closed = closedCauses.size > 0 ? [] : causeTree.order.filter((step) => causeTree.below[step]! > 0);
    const next = withOptions(view, { closedCauses: new Set(closed) });
    // What is selected stays in sight: the step that it is folded into.
    return next.selected < 0 ? next : withOptions(next, { selected: next.rows.rows[next.rows.rowOf[next.selected]!]! });
  }
  const closed = closedTurns(view).size > 0 ? new Set<number>() : allTurns(view.steps);
  return withClosed(view, closed);
}

export function toggleTurn(view: ViewState, turn: number): ViewState {
  return closedTurns(view).has(turn) ? openTurn(view, turn) : withClosed(view, new Set([...closedTurns(view), turn]));
}

function openTurn(view: ViewState, turn: number): ViewState {
  return withClosed(view, new Set([...closedTurns(view)].filter((each) => each !== turn)));
}

/** A folded turn shows only its first step; a selection inside it moves there. */
function withClosed(view: ViewState, closed: ReadonlySet<number>): ViewState {
  const { selected, steps } = view;
  const turn = steps.turn[selected];
  return withOptions(view, {
    ...(view.view === 'tree' ? { closedInTree: closed } : { closed }),
    ...(turn !== undefined && closed.has(turn) && { selected: steps.turnStart[turn]! }),
  });
}

export function closedTurns(view: ViewState): ReadonlySet<number> {
  return view.causeTree ? noTurns : closedIn(view);
}

const noTurns: ReadonlySet<number> = new Set();

function closedIn(view: Pick<ViewState, 'view' | 'closed' | 'closedInTree'>): ReadonlySet<number> {
  return view.view === 'tree' ? view.closedInTree : view.closed;
}

/** Shows the tree by turn or by cause. */
export function setTreeBy(view: ViewState, treeBy: ViewState['treeBy']): ViewState {
  if (view.view === 'tree' && view.treeBy === treeBy) return view;
  const next = withOptions(view, { view: 'tree', treeBy });
  return next.selected < 0 ? next : revealed(next, next.selected);
}

/** Switches the view and keeps the selected step visible. */
export function setView(view: ViewState, name: ViewName): ViewState {
  if (view.view === name) return view;
  const next = withOptions(view, { view: name });
  return next.selected < 0 ? next : revealed(next, next.selected);
}

export function setInspector(view: ViewState, inspector: boolean): ViewState {
  return withOptions(view, { inspector });
}

/** Plays from the selected step, or from the first when the last is selected. */
export function togglePlay(view: ViewState): ViewState {
  if (view.replay === 'playing') return withOptions(view, { replay: 'paused' });
  const start = view.selected < 0 || view.selected >= view.steps.count - 1 ? 0 : view.selected;
  return withOptions(select(view, start), { replay: 'playing' });
}

export function playOn(view: ViewState): ViewState {
  if (view.replay !== 'playing') return view;
  if (view.selected >= view.steps.count - 1) return withOptions(view, { replay: 'off' });
  return select(view, view.selected + 1);
}

export function endReplay(view: ViewState): ViewState {
  return view.replay === 'off' ? view : withOptions(view, { replay: 'off' });
}

/** Ends the replay, then the slice. */
export function back(view: ViewState): ViewState {
  if (view.replay !== 'off') return endReplay(view);
  return view.show === 'all' ? view : showAll(view);
}

function firstShown({ rows, steps }: ViewState): number {
  return rows.rows.find((entry) => entry >= 0) ?? Math.min(0, steps.count - 1);
}
