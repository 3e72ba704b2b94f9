import { causeTreeOf, rowsByCause, type CauseTree } from '../data/cause-tree.ts';
import type { Reply } from '../data/replies.ts';
import { rowsOf, type Rows } from '../data/rows-of.ts';
import { sliceOf, type Slice } from '../data/slice.ts';
import type { Steps } from '../data/steps.ts';
import type { Find } from './find.ts';

export type Show = 'all' | 'why' | 'impact';
/** A name in `sessionViews`. */
export type ViewName = string;

/** What a user can change about the view. */
export interface ViewOptions {
  /** The selected step; -1 for none. */
  readonly selected: number;
  /** Counts selections: selecting the same step again scrolls to it. */
  readonly times: number;
  readonly show: Show;
  /** The step whose causes or effects are shown. */
  readonly root: number;
  /** Edges with a lower confidence are hidden; in hundredths. */
  readonly minConfidence: number;
  readonly foldRest: boolean;
  readonly foldReads: boolean;
  /** Prompts that nobody typed are folded. */
  readonly foldNotes: boolean;
  /** What the agent said is shown between its calls. */
  readonly showReplies: boolean;
  /** Those that are loaded. */
  readonly replies: readonly Reply[];
  /** Folded turns in the list, and in the tree. */
  readonly closed: ReadonlySet<number>;
  readonly closedInTree: ReadonlySet<number>;
  /** The first steps of folded runs, of reads or notes, that were opened. */
  readonly openReads: ReadonlySet<number>;
  readonly view: ViewName;
  /** What steps of the tree are below: the prompt of their turn, or their cause. */
  readonly treeBy: 'turn' | 'cause';
  /** Steps of the tree by cause whose effects are folded. */
  readonly closedCauses: ReadonlySet<number>;
  readonly inspector: boolean;
  /** The digest is shown above the toolbar. */
  readonly digest: boolean;
  /** The list stays at its end while the session grows. */
  readonly follow: boolean;
  /** What is looked for; null when the find bar is closed. */
  readonly find: Find | null;
  /** The steps that were found; null when nothing is looked for. */
  readonly matches: ReadonlyMap<number, true> | null;
  /** Only the matches are shown. */
  readonly onlyMatches: boolean;
  /** While not `off`, steps after the selected one are hidden. */
  readonly replay: 'off' | 'paused' | 'playing';
}

/** The options and everything derived from them. */
export interface ViewState extends ViewOptions {
  readonly steps: Steps;
  readonly rows: Rows;
  /** While the tree is shown by cause. */
  readonly causeTree: CauseTree | null;
  readonly slice: Slice | null;
  /** The selected step with its direct causes, or effects when those are shown. */
  readonly direct: Slice | null;
}

/** From 0.5 on a cause is likely. */
export const defaultMinConfidence = 50;
export const lowestMinConfidence = 0;
export const highestMinConfidence = 95;

const defaultOptions: ViewOptions = {
  selected: -1,
  times: 0,
  show: 'all',
  root: -1,
  minConfidence: defaultMinConfidence,
  foldRest: false,
  foldReads: false,
  foldNotes: true,
  showReplies: false,
  replies: [],
  closed: new Set(),
  closedInTree: new Set(),
  openReads: new Set(),
  view: 'steps',
  treeBy: 'turn',
  closedCauses: new Set(),
  inspector: true,
  digest: true,
  follow: false,
  find: null,
  matches: null,
  onlyMatches: false,
  replay: 'off',
};

/** With more rows the list would exceed the tallest element that browsers can draw. */
const maxOpenSteps = 200_000;

export function initialView(steps: Steps, options: Partial<ViewOptions>): ViewState {
  const closed = options.closed ?? (steps.count > maxOpenSteps ? allTurns(steps) : defaultOptions.closed);
  return derived({ ...defaultOptions, closedInTree: allTurns(steps), ...options, closed }, steps, null);
}

export function withOptions(was: ViewState, changes: Partial<ViewOptions>): ViewState {
  return derived({ ...was, ...changes }, was.steps, was);
}

/** The same options for other steps: the session has grown, or a sub-agent was opened or closed. */
export function withSteps(was: ViewState, steps: Steps): ViewState {
  if (steps === was.steps) return was;
  const moved = (step: number): number => (step < 0 ? step : sameStep(was.steps, step, steps));
  return derived(
    {
      ...was,
      selected: moved(was.selected),
      root: moved(was.root),
      openReads: new Set([...was.openReads].map(moved)),
      matches: was.matches && new Map([...was.matches.keys()].map((step) => [moved(step), true])),
      closedCauses: new Set([...was.closedCauses].map(moved)),
    },
    steps,
    was,
  );
}

/** The index of a step in another list; for a step of a closed sub-agent, the call that started it. */
export function sameStep(from: Steps, step: number, to: Steps): number {
  if (step >= from.count) return to.count - 1;
  const part = from.part[step]!;
  const { uid } = from.parts[part]!.session;
  const there = to.parts[part]?.session.uid === uid ? part : to.parts.findIndex(({ session }) => session.uid === uid);
  if (there >= 0) return to.stepAt(there, Math.min(from.own[step]!, to.parts[there]!.count - 1));
  const band = from.bands.find(({ open }) => open?.part === part);
  return band ? sameStep(from, band.after, to) : 0;
}

export function allTurns({ turnStart }: Steps): ReadonlySet<number> {
  return new Set(turnStart.keys());
}

/** The only steps that are shown: those of the slice, or the matches. */
function keptBy(
  { foldRest, onlyMatches, matches, view }: ViewOptions,
  slice: Slice | null,
): ReadonlyMap<number, unknown> | null {
  if (view === 'tree') return null;
  return (foldRest ? slice?.depth : onlyMatches ? matches : null) ?? null;
}

function derived(options: ViewOptions, steps: Steps, was: ViewState | null): ViewState {
  const { show, root, minConfidence, selected, foldReads, openReads, view, closed, closedInTree } = options;
  const { closedCauses, foldNotes, replies } = options;
  const isSameSlice =
    was?.steps === steps && was.show === show && was.root === root && was.minConfidence === minConfidence;
  const slice = isSameSlice
    ? was.slice
    : show === 'all' || root < 0
      ? null
      : sliceOf(steps, root, show === 'why' ? 'causes' : 'effects', { minConfidence });
  const isSameDirect =
    was?.steps === steps &&
    was.selected === selected &&
    was.minConfidence === minConfidence &&
    (was.show === 'impact') === (show === 'impact');
  const direct = isSameDirect
    ? was.direct
    : selected < 0
      ? null
      : sliceOf(steps, selected, show === 'impact' ? 'effects' : 'causes', { minConfidence, maxDepth: 1 });
  const causeTree = view === 'tree' && options.treeBy === 'cause' ? causeTreeOf(steps, minConfidence) : null;
  if (causeTree) {
    const isSame = was?.causeTree === causeTree && was.closedCauses === closedCauses;
    const rows = isSame ? was.rows : rowsByCause(steps, causeTree, closedCauses);
    return { ...options, steps, slice, direct, causeTree, rows };
  }
  const keep = keptBy(options, slice);
  const shut = view === 'tree' ? closedInTree : closed;
  const wasKeep = was && keptBy(was, was.slice);
  const wasShut = was?.view === 'tree' ? was.closedInTree : was?.closed;
  const isSameRows =
    was?.steps === steps &&
    was.causeTree === null &&
    wasKeep === keep &&
    wasShut === shut &&
    was.foldReads === foldReads &&
    was.foldNotes === foldNotes &&
    was.replies === replies &&
    (was.view === 'tree') === (view === 'tree') &&
    was.openReads === openReads;
  return {
    ...options,
    steps,
    slice,
    direct,
    causeTree,
    rows: isSameRows
      ? was.rows
      : rowsOf(steps, {
          keep,
          closed: shut,
          reads: foldReads,
          notes: foldNotes && view !== 'tree',
          replies: view === 'tree' ? [] : replies,
          open: openReads,
        }),
  };
}
