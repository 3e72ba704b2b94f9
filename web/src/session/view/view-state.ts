import { rowsOf, type Rows } from '../data/rows-of.ts';
import { sliceOf, type Slice } from '../data/slice.ts';
import type { Steps } from '../data/weave.ts';

export type Show = 'all' | 'why' | 'impact';
export type ViewName = 'steps' | 'tree' | 'graph';

/** What a reader decides about the page. */
export interface Choices {
  /** The chosen step; -1 for none. */
  readonly chosen: number;
  /** How often a step was chosen: who chooses the same one again wants to see it. */
  readonly times: number;
  readonly show: Show;
  /** Whose causes or effects are shown: the step that was chosen when that was asked for. */
  readonly root: number;
  /** Edges below are left out; in hundredths. */
  readonly least: number;
  readonly foldRest: boolean;
  readonly foldReads: boolean;
  /** Turns that are closed in the list, and in the tree. */
  readonly closed: ReadonlySet<number>;
  readonly closedInTree: ReadonlySet<number>;
  readonly openReads: ReadonlySet<number>;
  readonly view: ViewName;
  readonly inspector: boolean;
  /** Steps after the chosen one have not happened yet. */
  readonly replay: 'off' | 'paused' | 'playing';
}

/** The choices, and all that follows from them. */
export interface ViewState extends Choices {
  readonly steps: Steps;
  readonly rows: Rows;
  readonly slice: Slice | null;
  /** The chosen step with its direct causes; of the effects when those are shown. */
  readonly direct: Slice | null;
}

export const leastConfidence = 50;
export const mostConfidence = 95;

const noChoices: Choices = {
  chosen: -1,
  times: 0,
  show: 'all',
  root: -1,
  least: leastConfidence,
  foldRest: false,
  foldReads: false,
  closed: new Set(),
  closedInTree: new Set(),
  openReads: new Set(),
  view: 'steps',
  inspector: true,
  replay: 'off',
};

/** Above, rows of one height would not fit into the tallest element that browsers draw. */
const mostOpenSteps = 200_000;

export function firstView(steps: Steps, choices: Partial<Choices>): ViewState {
  const closed = choices.closed ?? (steps.count > mostOpenSteps ? allTurns(steps) : noChoices.closed);
  return derived({ ...noChoices, closedInTree: allTurns(steps), ...choices, closed }, steps, null);
}

export function changed(was: ViewState, changes: Partial<Choices>): ViewState {
  return derived({ ...was, ...changes }, was.steps, was);
}

/** The same choices about other steps: the session has grown, or a sub-agent was opened or closed. */
export function withSteps(was: ViewState, steps: Steps): ViewState {
  if (steps === was.steps) return was;
  const moved = (step: number): number => (step < 0 ? step : sameStep(was.steps, step, steps));
  return derived(
    { ...was, chosen: moved(was.chosen), root: moved(was.root), openReads: new Set([...was.openReads].map(moved)) },
    steps,
    was,
  );
}

/** Where a step of one list is in another; of a sub-agent that is closed there, the call that started it. */
export function sameStep(from: Steps, step: number, to: Steps): number {
  if (step >= from.count) return to.count - 1;
  const part = from.part[step]!;
  const { uid } = from.parts[part]!.session;
  const there = to.parts[part]?.session.uid === uid ? part : to.parts.findIndex(({ session }) => session.uid === uid);
  if (there >= 0) return to.placeOf(there, Math.min(from.own[step]!, to.parts[there]!.count - 1));
  const band = from.bands.find(({ open }) => open?.part === part);
  return band ? sameStep(from, band.after, to) : 0;
}

export function allTurns({ turnStart }: Steps): ReadonlySet<number> {
  return new Set(turnStart.keys());
}

function derived(choices: Choices, steps: Steps, was: ViewState | null): ViewState {
  const { show, root, least, chosen, foldRest, foldReads, openReads, view, closed, closedInTree } = choices;
  const isSameSlice = was?.steps === steps && was.show === show && was.root === root && was.least === least;
  const slice = isSameSlice
    ? was.slice
    : show === 'all' || root < 0
      ? null
      : sliceOf(steps, root, show === 'why' ? 'causes' : 'effects', { least });
  const isSameDirect =
    was?.steps === steps &&
    was.chosen === chosen &&
    was.least === least &&
    (was.show === 'impact') === (show === 'impact');
  const direct = isSameDirect
    ? was.direct
    : chosen < 0
      ? null
      : sliceOf(steps, chosen, show === 'impact' ? 'effects' : 'causes', { least, deepest: 1 });
  const keep = foldRest && view !== 'tree' ? (slice?.depth ?? null) : null;
  const shut = view === 'tree' ? closedInTree : closed;
  const wasKeep = was && was.foldRest && was.view !== 'tree' ? (was.slice?.depth ?? null) : null;
  const wasShut = was?.view === 'tree' ? was.closedInTree : was?.closed;
  const isSameRows =
    was?.steps === steps &&
    wasKeep === keep &&
    wasShut === shut &&
    was.foldReads === foldReads &&
    was.openReads === openReads;
  return {
    ...choices,
    steps,
    slice,
    direct,
    rows: isSameRows ? was.rows : rowsOf(steps, { keep, closed: shut, reads: foldReads, openReads }),
  };
}
